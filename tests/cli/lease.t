# The contract as a file. What a lease prints may begin with '#', so it is shown behind a bar.
$ gpuvet lease
gpuvet: lease: what to do? write: lease init | lease check FILE | lease terms FILE
? 2
$ gpuvet lease chekc x
gpuvet: lease: unknown word 'chekc'; did you mean 'check'?
? 2
$ gpuvet lease init x
gpuvet: lease init takes no file: it prints to standard output
? 2
$ gpuvet lease init --card A100
gpuvet: lease init: several cards fit 'A100'; 'gpuvet cards A100' lists them
? 2
$ gpuvet lease init --card H10000
gpuvet: lease init: no card is called 'H10000'; 'gpuvet cards' lists them
? 2
$ gpuvet lease init --count many
gpuvet: --count: 'many' is not a number of cards
? 2
$ gpuvet lease init --card A100-SXM4-80GB --count 8 | sed -n 's/^/| /; 1,3p'
| # A lease: what the supplier promises. What is not written is not promised.
| # Take the '#' off a line, and off the line it belongs to, once it is agreed.
| # version of the lease format
$ gpuvet lease init --card A100-SXM4-80GB --count 8 > lease.yaml && gpuvet lease terms lease.yaml
What lease.yaml promises, by its lines:
   28  the card, as a catalogue name or as people write it: A100-SXM4-80GB
   30  form factor of the card: sxm
   34  number of cards in one machine: 8
   36  how the cards are linked: nvlink
   38  NVLink bandwidth of one card, both directions together: 600 GB/s
   44  error-correcting memory: yes

Not written, so not promised:
  supplier, purpose, term.start, term.months, nodes, machine, gpu.memory,
  gpu.exclusive, gpu.mig, gpu.power, cpu.cores, cpu.threads, cpu.model,
  cpu.sockets, memory, disk[].kind, disk[].size, disk[].mount, disk[].count,
  disk[].read, disk[].write, network.public.rate, network.public.dedicated,
  network.public.traffic, network.public.ipv4, network.node.rate,
  network.node.kind, network.node.count, software.driver, software.cuda,
  price.amount, price.currency, price.per, price.every, price.tax, price.rate,
  billing.mode, billing.minimum, billing.stopped, billing.renewal,
  billing.refund, billing.invoice, billing.overage, sla.availability,
  sla.credit[].below, sla.credit[].credit, sla.replace, sla.claim_within,
  data.wipe, data.keep_after_end, data.encryption, data.backup, accepted.report,
  accepted.by
$ gpuvet lease terms $TOP/examples/rental/lease.yaml
What $TOP/examples/rental/lease.yaml promises, by its lines:
    3  who rents the machine out: Example Cloud
    4  what the machine is rented for: training
    5  first day of the rental: 2027-01-01
    5  length of the rental in months: 3
    6  number of machines: 1
    7  kind of machine: bare-metal
    8  the card, as a catalogue name or as people write it: A100-SXM4-80GB
    8  number of cards in one machine: 8
    8  how the cards are linked: nvlink
    8  NVLink bandwidth of one card, both directions together: 600 GB/s
    8  whole cards, with nobody else on them: yes
    8  whole card or a MIG slice: off
    8  error-correcting memory: yes
    9  physical CPU cores: 128
   10  memory of the machine: 1 TiB
   11  kind of disk, no. 1: nvme
   11  size of one disk, no. 1: 3.84 TB
   11  where the disk is mounted, no. 1: /data
   12  rate of the internet line: 100 Mbit/s
   13  version of the NVIDIA driver: >=550
   13  CUDA version that the driver supports: >=12.4
   14  price: 52000
   14  currency of the price: CNY
   14  what the price is for: node
   14  time that the price is for: month
   14  whether tax is in the price: included
   14  rate of the tax: 6%

Not written, so not promised:
  gpu.form, gpu.memory, gpu.power, cpu.threads, cpu.model, cpu.sockets,
  disk[].count, disk[].read, disk[].write, network.public.dedicated,
  network.public.traffic, network.public.ipv4, network.node.rate,
  network.node.kind, network.node.count, billing.mode, billing.minimum,
  billing.stopped, billing.renewal, billing.refund, billing.invoice,
  billing.overage, sla.availability, sla.credit[].below, sla.credit[].credit,
  sla.replace, sla.claim_within, data.wipe, data.keep_after_end,
  data.encryption, data.backup, accepted.report, accepted.by
$ gpuvet lease check
gpuvet: lease check: name one lease file
? 2
$ gpuvet lease check missing.yaml
gpuvet: missing.yaml: cannot be opened: No such file or directory
? 2
$ printf 'lease: 1\ngpu: {cuont: 8}\n' > bad.yaml; gpuvet lease check bad.yaml
gpuvet: bad.yaml:2:7: unknown key 'cuont'; did you mean 'gpu.count'?
? 2
$ printf '\0\1' > binary; gpuvet lease check binary
gpuvet: binary: not a lease: one YAML file is wanted; 'gpuvet lease init' writes one
? 2
$ gpuvet lease check --json $TOP/examples/rental/lease.yaml | head -4
{
  "gpuvet": "0.1.0",
  "schema": "urn:gpuvet:report:1",
  "verdict": "unknown",
