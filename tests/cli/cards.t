# The catalogue.
$ gpuvet cards "A100 80G"
card                     form      memory  bandwidth   BF16   link       power
A100-SXM4-80GB           SXM       80 GB   2039 GB/s   312    600 GB/s   400 W
A100-PCIe-80GB           PCIe      80 GB   1935 GB/s   312    600 GB/s   300 W

BF16 in TFLOPS, dense. Link: of one card, both directions.
$ gpuvet cards A100-SXM4-80GB | head -8
A100-SXM4-80GB
  maker                 NVIDIA
  name in the driver    NVIDIA A100-SXM4-80GB
  PCI device            0x20b2
  architecture          Ampere GA100
  compute capability    8.0
  form                  SXM4
  memory                80 GB HBM2e
$ gpuvet cards --compare A100-SXM4-80GB A800-SXM4-80GB | grep '^\*'
* name in the driver    NVIDIA A100-SXM4-80GB     NVIDIA A800-SXM4-80GB
* PCI device            0x20b2                    0x20f3
* memory as reported    81920 MiB, 81251 MiB      81920 MiB
* link between cards    600 GB/s, both directions 400 GB/s, both directions
* number of links       12                        8
* first driver branch   450                       470 (unverified)
* They differ in this.
$ gpuvet cards --compare A100 A800-SXM4-80GB
gpuvet: several cards fit 'A100'; 'gpuvet cards A100' lists them
? 2
$ gpuvet cards --compare A100-SXM4-80GB
gpuvet: cards --compare wants two cards
? 2
$ gpuvet cards no-such-card
No card fits 'no-such-card'.
? 1
$ gpuvet cards | head -3
card                     form      memory  bandwidth   BF16   link       power
P100-PCIE-16GB           PCIe      16 GB   732 GB/s    -      -          250 W?
P100-PCIE-12GB           PCIe      12 GB?  549 GB/s?   -      -          250 W?
