# The example rental, as ./run judges it. Regenerate: ./test update
$ cd $TOP/examples/rental && gpuvet accept --lease lease.yaml *.txt
FAIL: the machine is not what was promised, and it is not healthy. Broken
promises: 4; other faults: 1.
findings: fail 5, warn 3, unknown 29, unagreed 4, pass 54

Broken promises
  fail  cpu.count  box                                    lease.yaml:9 cpu.cores
    promised   at least 128 physical cores
    measured   64 cores, 128 threads
    evidence   host.txt:13: Core(s) per socket: 32
               host.txt:6: CPU(s): 128
    means      The machine has fewer CPU cores than you pay for; loading data
               and starting jobs will be slower.
    do         Ask the supplier for the promised cores. Physical cores and
               threads are different things: name which you mean.
    costs      no price basis

  fail  disk.kind  disk nvme0n1                        lease.yaml:11 disk[].kind
    promised   kind nvme
    measured   virtual disk made by a hypervisor
    evidence   host.txt:29: nvme0n1 3.5T QEMU NVMe Ctrl 0 nvme
               host.txt:33: /dev/nvme0n1 3.5T 25G 3.5T 1% /data
    means      Another kind of disk than the promised one is fitted; it is
               slower.
    do         Ask the supplier for the promised kind of disk.
    costs      no price basis

  fail  disk.virtual  disk nvme0n1                     lease.yaml:11 disk[].kind
    promised   a real local disk
    measured   virtual disk made by a hypervisor
    evidence   host.txt:29: nvme0n1 3.5T QEMU NVMe Ctrl 0 nvme
    means      The disk is network storage or made by a hypervisor: its speed is
               shared and not that of a local disk.
    do         Ask the supplier what is behind it and which rate is guaranteed;
               where NVMe was promised, ask for a local NVMe disk.
    costs      the same cause as disk.kind on disk nvme0n1: counted once, there

  fail  box.virtual  box                                    lease.yaml:7 machine
    promised   machine: bare-metal
    measured   a virtual machine: QEMU
    evidence   dmesg.txt:2: [ 0.000000] DMI: QEMU Standard PC (Q35 + ICH9,
               2009), BIOS rel-1.16.2 04/01/2014
    means      This is a virtual machine where bare metal was promised: others
               may share the host, and links and disks may be slower.
    do         Ask the supplier for bare metal, or for the price of a virtual
               machine.
    costs      no price basis

Faults, whatever the contract says
  fail  pcie.width  gpu5                                          baseline: DCGM
    expected   x16
    measured   x8 in use, while a sibling of the same model has x16
    evidence   lspci.txt:57: LnkSta: Speed 16GT/s, Width x8 (downgraded)
               nvidia-smi-q.txt:615: Max : 16x
               lspci.txt:7: LnkSta: Speed 16GT/s, Width x16
    means      The link lost lanes: copies to and from this GPU run at a part of
               their rate.
    do         Ask the supplier to reseat the card or its riser, or to replace
               it.
    costs      no price basis

Warnings
  warn  xid.94  gpu3              baseline: NVIDIA Xid catalogue; severities own
    measured   Xid 94 (Contained memory error): one event, at 190422.518803
    means      The driver reported a fault of the GPU, its memory or its links.
  warn  xid.63  gpu3              baseline: NVIDIA Xid catalogue; severities own
    measured   Xid 63 (GPU memory remapping event): one event, at 190422.519115
    means      The driver reported a fault of the GPU, its memory or its links.
  warn  disk.virtual  disk sda                  baseline: gpuvet, list of models
    measured   virtual disk made by a hypervisor
    means      The disk is network storage or made by a hypervisor: its speed is
               shared and not that of a local disk.

Promised, and not seen: run the command and judge again
  $ iperf3 -c SERVER -R -J
    net.internet                               lease.yaml:12 network.public.rate
      no output given here tells: measured rate from the internet or a peer
  $ iperf3 -c PEER -J
    net.throughput                             lease.yaml:12 network.public.rate
      no output given here tells: measured rate through one network port
  $ cat /sys/fs/cgroup/cpu.max
    cpu.limit                                             lease.yaml:9 cpu.cores
      no output given here tells: CPU time limit: 100 % is one logical CPU;
      absent when there is none
  $ cat /sys/fs/cgroup/memory.max
    mem.limit                                               lease.yaml:10 memory
      no output given here tells: memory limit of the cgroup; absent when there
      is none
  $ cat /proc/self/mountinfo
    fs.readonly                                       lease.yaml:11 disk[].mount
      no output given here tells: the file system is mounted read-only

Not seen; these commands would show it
  $ sudo dmesg -T | grep 'available PCIe bandwidth'              pcie.bottleneck
  $ cat /sys/bus/pci/devices/*/aer_dev_fatal                            pcie.aer
  $ sudo lspci -vvv                                                     pcie.acs
  $ nvidia-smi nvlink -e                                           nvlink.errors
  $ systemctl status nvidia-fabricmanager                         fabric.manager
  $ nvidia-smi topo -p2p r                                            p2p.status
  $ nvidia-smi topo -m                                              nic.affinity
  $ vmstat 1 5                                                         cpu.steal
  $ cat /sys/devices/system/cpu/cpu0/cpufreq/scaling_governor       cpu.governor
  $ cat /sys/devices/system/cpu/intel_pstate/no_turbo                  cpu.turbo
  $ grep . /sys/devices/system/edac/mc/mc*/ue_count                      mem.ecc
  $ sudo dmidecode -t memory                                           mem.dimms
  $ gpuvet accept on the machine                                   mem.bandwidth
  $ cat /sys/fs/cgroup/pids.max                                       pids.limit
  $ df -i                                                              fs.inodes
  $ df -h /dev/shm                                                        fs.shm
  $ chronyc tracking                                                    sys.time
  $ ulimit -l                                                         sys.limits
  $ systemctl --failed                                              sys.services
  $ sudo ipmitool sel list                                              ipmi.sel
  $ sudo ipmitool sdr                                               ipmi.sensors
  $ env | grep -E 'CUDA|NVIDIA|LD_PRELOAD'                              env.cuda
  $ sudo dmidecode -t system                                        box.identity
  no command shows these:
    box.coverage
      promised and not seen: 5 (net.internet, net.throughput, cpu.limit ...);
      outputs cut short: 1 (lspci.txt:2 (lspci)); lines not understood: 0 (none)

Seen, and no clause decides: ask for these lines in the contract
  cpu.model                        cpu: {model: AMD EPYC 7763 64-Core Processor}
    AMD EPYC 7763 64-Core Processor
  cpu.sockets                                                  cpu: {sockets: 2}
    2 sockets
  disk.model disk nvme0n1
      disk model QEMU NVMe Ctrl, or one with at least its speed and endurance
    QEMU NVMe Ctrl
  disk.model disk sda
      disk model QEMU HARDDISK, or one with at least its speed and endurance
    QEMU HARDDISK

Passed (--all shows each)
  xid          1 passed: log
  pcie         23 passed: width, gen, replay
  nvlink       18 passed: links, matrix, bandwidth
  cpu          1 passed: mce
  mem          2 passed: total, numa
  disk         2 passed: count, size
  fs           2 passed: free
  sys          3 passed: uptime, kernel, oom
  box          2 passed: container, conflict
? 1
$ cd $TOP/examples/rental && gpuvet accept --lease lease.yaml --lang zh *.txt
FAIL: the machine is not what was promised, and it is not healthy. Broken
promises: 4; other faults: 1.
findings: fail 5, warn 3, unknown 29, unagreed 4, pass 54

Broken promises
  fail  cpu.count  box                                    lease.yaml:9 cpu.cores
    promised   at least 128 physical cores
    measured   64 cores, 128 threads
    evidence   host.txt:13: Core(s) per socket: 32
               host.txt:6: CPU(s): 128
    means      The machine has fewer CPU cores than you pay for; loading data
               and starting jobs will be slower.
    do         Ask the supplier for the promised cores. Physical cores and
               threads are different things: name which you mean.
    costs      no price basis

  fail  disk.kind  disk nvme0n1                        lease.yaml:11 disk[].kind
    promised   kind nvme
    measured   virtual disk made by a hypervisor
    evidence   host.txt:29: nvme0n1 3.5T QEMU NVMe Ctrl 0 nvme
               host.txt:33: /dev/nvme0n1 3.5T 25G 3.5T 1% /data
    means      Another kind of disk than the promised one is fitted; it is
               slower.
    do         Ask the supplier for the promised kind of disk.
    costs      no price basis

  fail  disk.virtual  disk nvme0n1                     lease.yaml:11 disk[].kind
    promised   a real local disk
    measured   virtual disk made by a hypervisor
    evidence   host.txt:29: nvme0n1 3.5T QEMU NVMe Ctrl 0 nvme
    means      The disk is network storage or made by a hypervisor: its speed is
               shared and not that of a local disk.
    do         Ask the supplier what is behind it and which rate is guaranteed;
               where NVMe was promised, ask for a local NVMe disk.
    costs      the same cause as disk.kind on disk nvme0n1: counted once, there

  fail  box.virtual  box                                    lease.yaml:7 machine
    promised   machine: bare-metal
    measured   a virtual machine: QEMU
    evidence   dmesg.txt:2: [ 0.000000] DMI: QEMU Standard PC (Q35 + ICH9,
               2009), BIOS rel-1.16.2 04/01/2014
    means      This is a virtual machine where bare metal was promised: others
               may share the host, and links and disks may be slower.
    do         Ask the supplier for bare metal, or for the price of a virtual
               machine.
    costs      no price basis

Faults, whatever the contract says
  fail  pcie.width  gpu5                                          baseline: DCGM
    expected   x16
    measured   x8 in use, while a sibling of the same model has x16
    evidence   lspci.txt:57: LnkSta: Speed 16GT/s, Width x8 (downgraded)
               nvidia-smi-q.txt:615: Max : 16x
               lspci.txt:7: LnkSta: Speed 16GT/s, Width x16
    means      The link lost lanes: copies to and from this GPU run at a part of
               their rate.
    do         Ask the supplier to reseat the card or its riser, or to replace
               it.
    costs      no price basis

Warnings
  warn  xid.94  gpu3              baseline: NVIDIA Xid catalogue; severities own
    measured   Xid 94 (Contained memory error): one event, at 190422.518803
    means      The driver reported a fault of the GPU, its memory or its links.
  warn  xid.63  gpu3              baseline: NVIDIA Xid catalogue; severities own
    measured   Xid 63 (GPU memory remapping event): one event, at 190422.519115
    means      The driver reported a fault of the GPU, its memory or its links.
  warn  disk.virtual  disk sda                  baseline: gpuvet, list of models
    measured   virtual disk made by a hypervisor
    means      The disk is network storage or made by a hypervisor: its speed is
               shared and not that of a local disk.

Promised, and not seen: run the command and judge again
  $ iperf3 -c SERVER -R -J
    net.internet                               lease.yaml:12 network.public.rate
      no output given here tells: measured rate from the internet or a peer
  $ iperf3 -c PEER -J
    net.throughput                             lease.yaml:12 network.public.rate
      no output given here tells: measured rate through one network port
  $ cat /sys/fs/cgroup/cpu.max
    cpu.limit                                             lease.yaml:9 cpu.cores
      no output given here tells: CPU time limit: 100 % is one logical CPU;
      absent when there is none
  $ cat /sys/fs/cgroup/memory.max
    mem.limit                                               lease.yaml:10 memory
      no output given here tells: memory limit of the cgroup; absent when there
      is none
  $ cat /proc/self/mountinfo
    fs.readonly                                       lease.yaml:11 disk[].mount
      no output given here tells: the file system is mounted read-only

Not seen; these commands would show it
  $ sudo dmesg -T | grep 'available PCIe bandwidth'              pcie.bottleneck
  $ cat /sys/bus/pci/devices/*/aer_dev_fatal                            pcie.aer
  $ sudo lspci -vvv                                                     pcie.acs
  $ nvidia-smi nvlink -e                                           nvlink.errors
  $ systemctl status nvidia-fabricmanager                         fabric.manager
  $ nvidia-smi topo -p2p r                                            p2p.status
  $ nvidia-smi topo -m                                              nic.affinity
  $ vmstat 1 5                                                         cpu.steal
  $ cat /sys/devices/system/cpu/cpu0/cpufreq/scaling_governor       cpu.governor
  $ cat /sys/devices/system/cpu/intel_pstate/no_turbo                  cpu.turbo
  $ grep . /sys/devices/system/edac/mc/mc*/ue_count                      mem.ecc
  $ sudo dmidecode -t memory                                           mem.dimms
  $ gpuvet accept on the machine                                   mem.bandwidth
  $ cat /sys/fs/cgroup/pids.max                                       pids.limit
  $ df -i                                                              fs.inodes
  $ df -h /dev/shm                                                        fs.shm
  $ chronyc tracking                                                    sys.time
  $ ulimit -l                                                         sys.limits
  $ systemctl --failed                                              sys.services
  $ sudo ipmitool sel list                                              ipmi.sel
  $ sudo ipmitool sdr                                               ipmi.sensors
  $ env | grep -E 'CUDA|NVIDIA|LD_PRELOAD'                              env.cuda
  $ sudo dmidecode -t system                                        box.identity
  no command shows these:
    box.coverage
      promised and not seen: 5 (net.internet, net.throughput, cpu.limit ...);
      outputs cut short: 1 (lspci.txt:2 (lspci)); lines not understood: 0 (none)

Seen, and no clause decides: ask for these lines in the contract
  cpu.model                        cpu: {model: AMD EPYC 7763 64-Core Processor}
    AMD EPYC 7763 64-Core Processor
  cpu.sockets                                                  cpu: {sockets: 2}
    2 sockets
  disk.model disk nvme0n1
      disk model QEMU NVMe Ctrl, or one with at least its speed and endurance
    QEMU NVMe Ctrl
  disk.model disk sda
      disk model QEMU HARDDISK, or one with at least its speed and endurance
    QEMU HARDDISK

Passed (--all shows each)
  xid          1 passed: log
  pcie         23 passed: width, gen, replay
  nvlink       18 passed: links, matrix, bandwidth
  cpu          1 passed: mce
  mem          2 passed: total, numa
  disk         2 passed: count, size
  fs           2 passed: free
  sys          3 passed: uptime, kernel, oom
  box          2 passed: container, conflict
? 1
$ cd $TOP/examples/rental && gpuvet accept --lease lease.yaml --json *.txt | python3 -c 'import json, sys; r = json.load(sys.stdin); print(r["verdict"]); [print(f["verdict"], f["id"], f["subject"]) for f in r["findings"] if f["verdict"] in ("fail", "warn")]'
fail
warn xid.94 gpu3
warn xid.63 gpu3
fail pcie.width gpu5
fail cpu.count box
fail disk.kind disk nvme0n1
fail disk.virtual disk nvme0n1
warn disk.virtual disk sda
fail box.virtual box
