# The example rental, as ./run judges it. Regenerate: ./test update
$ cd $TOP/examples/rental && gpuvet accept --lease lease.yaml *.txt
FAIL: the machine is not what was promised, and it is not healthy. Broken
promises: 4; other faults: 4.
findings: fail 8, warn 4, unknown 43, unagreed 4, pass 291

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
  fail  ecc.unc.volatile  gpu3                              baseline: AzNHC, GCM
    expected   none
    measured   1 uncorrected memory errors since the driver was loaded
    evidence   nvidia-smi-q.txt:421: DRAM Uncorrectable : 1
    means      Data in the memory of this GPU was lost since the driver was
               loaded: a job crashed on it, or went on with wrong numbers.
    do         Do not run on it. Have the GPU reset and tested; ask for another
               card if the count rises again.
    costs      no price basis

  fail  remap.pending  gpu3                                baseline: DCGM, AzNHC
    expected   no row remap waits for a reset
    measured   a row remap waits for a reset of the GPU
    evidence   nvidia-smi-q.txt:436: Pending : Yes
    means      A memory row broke and is still in use until the GPU is reset.
    do         Ask for a reset of the GPU (nvidia-smi --gpu-reset, or a reboot),
               then take the same outputs and test the memory again.
    costs      no price basis

  fail  gpu.recovery_action  gpu3              baseline: NVIDIA (NVML field 230)
    expected   the driver asks for nothing
    measured   the driver asks for: Drain and Reset
    evidence   nvidia-smi-q.txt:371: GPU Recovery Action : Drain and Reset
    means      The driver itself says that this GPU cannot go on without a reset
               or a reboot.
    do         Ask the supplier for what the driver names, then take the same
               outputs again.
    costs      no price basis

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
  warn ecc.unc.aggregate gpu3
      baseline: DCGM (SRAM threshold flag); field practice (4)
    measured   1 uncorrected DRAM errors in the life of the board
    evidence   nvidia-smi-q.txt:428: SRAM Threshold Exceeded : No
               nvidia-smi-q.txt:424: SRAM Uncorrectable Parity : 0
               nvidia-smi-q.txt:427: DRAM Uncorrectable : 1
    means      This board has lost data before; SRAM errors come back, those of
               DRAM may have been repaired by a row remap.
    do         Keep the numbers as evidence. Ask for another card where the
               check fails; else compare them again after a week of load.
  warn  xid.94  gpu3              baseline: NVIDIA Xid catalogue; severities own
    measured   Xid 94 (Contained memory error): one event, at 190422.518803
    evidence   dmesg.txt:6: [190422.518803] NVRM: Xid (PCI:0000:04:00): 94,
               pid=48211, name=python3, Contained: DRAM Uncorrectable error at
               ...
    means      The driver reported a fault of the GPU, its memory or its links.
    do         Restart the program that was running.
  warn  xid.63  gpu3              baseline: NVIDIA Xid catalogue; severities own
    measured   Xid 63 (GPU memory remapping event): one event, at 190422.519115
    evidence   dmesg.txt:7: [190422.519115] NVRM: Xid (PCI:0000:04:00): 63,
               pid=48211, name=python3, Row Remapper: New row ...
    means      The driver reported a fault of the GPU, its memory or its links.
    do         Nothing to do at once: keep the line, put some load on the GPU,
               and look again.
  warn  disk.virtual  disk sda                  baseline: gpuvet, list of models
    measured   virtual disk made by a hypervisor
    evidence   host.txt:28: sda 200G QEMU HARDDISK 0
    means      The disk is network storage or made by a hypervisor: its speed is
               shared and not that of a local disk.
    do         Ask the supplier what is behind it and which rate is guaranteed;
               where NVMe was promised, ask for a local NVMe disk.

Promised, and not seen: run the command and judge again
  $ iperf3 -c SERVER -R -J
    net.internet                               lease.yaml:12 network.public.rate
      no output given here tells: measured rate from the internet or a peer
  $ iperf3 -c PEER -J
    net.throughput                             lease.yaml:12 network.public.rate
      no output given here tells: measured rate through one network port

Not seen; these commands would show it
  $ lspci -nn                                                      gpu.count.pci
  $ nvidia-smi                                                       gpu.inforom
  $ nvidia-smi -q                            repair.pending, repair.unrepairable
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
  no command shows these:
    mem.bandwidth
      no output given here tells: measured memory bandwidth
    probe.cuda
      no output given here tells: error code of a CUDA context on the GPU, 0
      when it works
    probe.load
      no output given here tells: result of a short load on the GPU
    probe.bandwidth
      no output given here tells: measured copy rate from the host to the GPU
    probe.p2p
      no output given here tells: result of a copy between two GPUs: right,
      slow, wrong, refused
    box.coverage
      promised and not seen: 2 (net.internet, net.throughput); outputs cut
      short: 1 (lspci.txt:2 (lspci)); lines not understood: 0 (none)
  $ df -i                                                              fs.inodes
  $ cat /proc/self/mountinfo                                         fs.readonly
  $ df -h /dev/shm                                                        fs.shm
  $ chronyc tracking                                                    sys.time
  $ ulimit -l                                                         sys.limits
  $ systemctl --failed                                              sys.services
  $ sudo ipmitool sel list                                              ipmi.sel
  $ sudo ipmitool sdr                                               ipmi.sensors
  $ env | grep -E 'CUDA|NVIDIA|LD_PRELOAD'                              env.cuda
  $ nvidia-smi -q -d TEMPERATURE, under load                    temp.load gpu0-7
  $ nvidia-smi -q -d PERFORMANCE                                throttle.history
  $ sudo dmidecode -t system                                        box.identity

Seen, and only a contract could decide: if this is what you agreed, write
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
  gpu          128 passed: count, init, model, mixed, form_factor, mem_total,
               genuine, driver, driver.loaded, driver.match, driver.access,
               vbios, identity, persistence, ecc_mode, mig, vgpu, graphics,
               compute_mode, recovery_action, lost, fallen_off, idle, foreign
  ecc          22 passed: unc.volatile, unc.aggregate, corr
  remap        31 passed: pending, failure, unc, histogram
  xid          1 passed: log
  pcie         23 passed: width, gen, replay
  nvlink       18 passed: links, matrix, bandwidth
  cpu          1 passed: mce
  mem          2 passed: total, numa
  disk         2 passed: count, size
  fs           2 passed: free
  sys          3 passed: uptime, kernel, oom
  temp         16 passed: idle, limit
  clocks       8 passed: locked
  power        24 passed: limit, default, sensor
  throttle     8 passed: active
  box          2 passed: container, conflict

FAIL: the machine is not what was promised, and it is not healthy. Broken
promises: 4; other faults: 4.
? 1
$ cd $TOP/examples/rental && gpuvet accept --lease lease.yaml --lang zh *.txt
不合格：机器与承诺不符，并且不健康。未兑现的承诺：4；其他故障：4。
结论：不合格 8，警告 4，未知 43，未约定 4，通过 291

未兑现的承诺
  不合格  cpu.count  box                                  lease.yaml:9 cpu.cores
    承诺       至少 128 个物理核心
    实测       64 个核心，128 个线程
    证据       host.txt:13: Core(s) per socket: 32
               host.txt:6: CPU(s): 128
    含义       机器的 CPU 核心比你付费的少；加载数据和启动作业会变慢。
    处理       要求供应商补足承诺的核心数。物理核心和线程不是一回事：写明指的是
               哪一种。
    折合金额   没有计价依据

  不合格  disk.kind  disk nvme0n1                      lease.yaml:11 disk[].kind
    承诺       类型 nvme
    实测       虚拟化平台提供的虚拟磁盘
    证据       host.txt:29: nvme0n1 3.5T QEMU NVMe Ctrl 0 nvme
               host.txt:33: /dev/nvme0n1 3.5T 25G 3.5T 1% /data
    含义       装的磁盘不是承诺的类型，速度更慢。
    处理       要求供应商提供承诺类型的磁盘。
    折合金额   没有计价依据

  不合格  disk.virtual  disk nvme0n1                   lease.yaml:11 disk[].kind
    承诺       真正的本地磁盘
    实测       虚拟化平台提供的虚拟磁盘
    证据       host.txt:29: nvme0n1 3.5T QEMU NVMe Ctrl 0 nvme
    含义       该磁盘是网络存储，或由虚拟化平台提供：速度与他人共享，达不到本地
               磁盘的水平。
    处理       问供应商背后是什么存储、保证多少速率；如果承诺的是 NVMe，要求提供
               本地 NVMe 磁盘。
    折合金额   与 disk nvme0n1 上的 disk.kind 是同一原因：只在那里计一次

  不合格  box.virtual  box                                  lease.yaml:7 machine
    承诺       机器：bare-metal
    实测       虚拟机：QEMU
    证据       dmesg.txt:2: [ 0.000000] DMI: QEMU Standard PC (Q35 + ICH9,
               2009), BIOS rel-1.16.2 04/01/2014
    含义       承诺的是裸金属，这里是虚拟机：宿主机可能与别人共用，链路和磁盘可
               能更慢。
    处理       要求供应商提供裸金属，或按虚拟机的价格收费。
    折合金额   没有计价依据

故障（无论合同怎么写）
  不合格  ecc.unc.volatile  gpu3                                基线：AzNHC, GCM
    应为       无
    实测       驱动加载以来有 1 个显存不可纠正错误
    证据       nvidia-smi-q.txt:421: DRAM Uncorrectable : 1
    含义       驱动加载以来，这块 GPU 的显存丢失过数据：有作业因此崩溃，或带着错
               误的数值继续运行。
    处理       不要在上面运行作业。要求复位并测试 GPU；如果计数再次上升，要求换
               卡。
    折合金额   没有计价依据

  不合格  remap.pending  gpu3                                  基线：DCGM, AzNHC
    应为       没有行重映射等待复位
    实测       有行重映射等待 GPU 复位
    证据       nvidia-smi-q.txt:436: Pending : Yes
    含义       有一个显存行损坏，在 GPU 复位之前仍在使用。
    处理       要求复位 GPU（nvidia-smi --gpu-reset，或重启），然后重新采集同样
               的输出，并再次测试显存。
    折合金额   没有计价依据

  不合格  gpu.recovery_action  gpu3                基线：NVIDIA (NVML field 230)
    应为       驱动没有任何要求
    实测       驱动要求：Drain and Reset
    证据       nvidia-smi-q.txt:371: GPU Recovery Action : Drain and Reset
    含义       驱动自己说，这块 GPU 不复位或重启就无法继续工作。
    处理       要求供应商执行驱动指出的操作，然后重新采集同样的输出。
    折合金额   没有计价依据

  不合格  pcie.width  gpu5                                            基线：DCGM
    应为       x16
    实测       当前为 x8，而同型号的另一块显卡为 x16
    证据       lspci.txt:57: LnkSta: Speed 16GT/s, Width x8 (downgraded)
               nvidia-smi-q.txt:615: Max : 16x
               lspci.txt:7: LnkSta: Speed 16GT/s, Width x16
    含义       链路通道减少：与这块 GPU 之间的拷贝只能达到部分速率。
    处理       要求供应商重新插拔显卡或转接卡（riser），或予以更换。
    折合金额   没有计价依据

警告
  警告 ecc.unc.aggregate gpu3
      基线：DCGM (SRAM threshold flag); field practice (4)
    实测       板卡累计 1 个 DRAM 不可纠正错误
    证据       nvidia-smi-q.txt:428: SRAM Threshold Exceeded : No
               nvidia-smi-q.txt:424: SRAM Uncorrectable Parity : 0
               nvidia-smi-q.txt:427: DRAM Uncorrectable : 1
    含义       这块板卡以前丢失过数据；SRAM 错误会再次出现，DRAM 错误可能已由行
               重映射修复。
    处理       保留这些数字作为证据。检查项不合格时要求换卡；否则在负载运行一周
               后再作比较。
  警告  xid.94  gpu3                  基线：NVIDIA Xid catalogue; severities own
    实测       Xid 94（Contained memory error）：1 次，时间 190422.518803
    证据       dmesg.txt:6: [190422.518803] NVRM: Xid (PCI:0000:04:00): 94,
               pid=48211, name=python3, Contained: DRAM Uncorrectable error at
               ...
    含义       驱动报告 GPU、显存或链路有故障。
    处理       重新启动当时运行的程序。
  警告  xid.63  gpu3                  基线：NVIDIA Xid catalogue; severities own
    实测       Xid 63（GPU memory remapping event）：1 次，时间 190422.519115
    证据       dmesg.txt:7: [190422.519115] NVRM: Xid (PCI:0000:04:00): 63,
               pid=48211, name=python3, Row Remapper: New row ...
    含义       驱动报告 GPU、显存或链路有故障。
    处理       暂时不用处理：保留这一行，给 GPU 加些负载，再看一次。
  警告  disk.virtual  disk sda                      基线：gpuvet, list of models
    实测       虚拟化平台提供的虚拟磁盘
    证据       host.txt:28: sda 200G QEMU HARDDISK 0
    含义       该磁盘是网络存储，或由虚拟化平台提供：速度与他人共享，达不到本地
               磁盘的水平。
    处理       问供应商背后是什么存储、保证多少速率；如果承诺的是 NVMe，要求提供
               本地 NVMe 磁盘。

承诺了但看不到：执行命令后重新判断
  $ iperf3 -c SERVER -R -J
    net.internet                               lease.yaml:12 network.public.rate
      给出的输出都没有说明：从互联网或对端接收的实测速率
  $ iperf3 -c PEER -J
    net.throughput                             lease.yaml:12 network.public.rate
      给出的输出都没有说明：单个网络端口的实测速率

看不到；这些命令可以显示
  $ lspci -nn                                                      gpu.count.pci
  $ nvidia-smi                                                       gpu.inforom
  $ nvidia-smi -q                            repair.pending, repair.unrepairable
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
  没有命令能显示这些：
    mem.bandwidth
      给出的输出都没有说明：实测内存带宽
    probe.cuda
      给出的输出都没有说明：GPU 上 CUDA 上下文的错误码，正常时为 0
    probe.load
      给出的输出都没有说明：GPU 上短时负载的结果
    probe.bandwidth
      给出的输出都没有说明：从主机到 GPU 的实测拷贝速率
    probe.p2p
      给出的输出都没有说明：两块 GPU 之间拷贝的结果：right（正确）、slow（慢）、
      wrong（错误）、refused（被拒绝）
    box.coverage
      承诺了但看不到：2（net.internet, net.throughput）；被截断的输出：1（
      lspci.txt:2 (lspci)）；未能识别的行：0（无）
  $ df -i                                                              fs.inodes
  $ cat /proc/self/mountinfo                                         fs.readonly
  $ df -h /dev/shm                                                        fs.shm
  $ chronyc tracking                                                    sys.time
  $ ulimit -l                                                         sys.limits
  $ systemctl --failed                                              sys.services
  $ sudo ipmitool sel list                                              ipmi.sel
  $ sudo ipmitool sdr                                               ipmi.sensors
  $ env | grep -E 'CUDA|NVIDIA|LD_PRELOAD'                              env.cuda
  $ nvidia-smi -q -d TEMPERATURE, under load                    temp.load gpu0-7
  $ nvidia-smi -q -d PERFORMANCE                                throttle.history
  $ sudo dmidecode -t system                                        box.identity

已看到，但只有合同才能判定：如果这就是你们约定的，请写
  cpu.model                        cpu: {model: AMD EPYC 7763 64-Core Processor}
    AMD EPYC 7763 64-Core Processor
  cpu.sockets                                                  cpu: {sockets: 2}
    2 个 CPU 插槽
  disk.model disk nvme0n1  磁盘型号 QEMU NVMe Ctrl，或速度和耐久度不低于它的型号
    QEMU NVMe Ctrl
  disk.model disk sda       磁盘型号 QEMU HARDDISK，或速度和耐久度不低于它的型号
    QEMU HARDDISK

通过（--all 逐项列出）
  gpu          128 项通过：count, init, model, mixed, form_factor, mem_total,
               genuine, driver, driver.loaded, driver.match, driver.access,
               vbios, identity, persistence, ecc_mode, mig, vgpu, graphics,
               compute_mode, recovery_action, lost, fallen_off, idle, foreign
  ecc          22 项通过：unc.volatile, unc.aggregate, corr
  remap        31 项通过：pending, failure, unc, histogram
  xid          1 项通过：log
  pcie         23 项通过：width, gen, replay
  nvlink       18 项通过：links, matrix, bandwidth
  cpu          1 项通过：mce
  mem          2 项通过：total, numa
  disk         2 项通过：count, size
  fs           2 项通过：free
  sys          3 项通过：uptime, kernel, oom
  temp         16 项通过：idle, limit
  clocks       8 项通过：locked
  power        24 项通过：limit, default, sensor
  throttle     8 项通过：active
  box          2 项通过：container, conflict

不合格：机器与承诺不符，并且不健康。未兑现的承诺：4；其他故障：4。
? 1
$ cd $TOP/examples/rental && gpuvet accept --lease lease.yaml --json *.txt | python3 -c 'import json, sys; r = json.load(sys.stdin); print(r["verdict"]); [print(f["verdict"], f["id"], f["subject"]) for f in r["findings"] if f["verdict"] in ("fail", "warn")]'
fail
fail ecc.unc.volatile gpu3
warn ecc.unc.aggregate gpu3
fail remap.pending gpu3
fail gpu.recovery_action gpu3
warn xid.94 gpu3
warn xid.63 gpu3
fail pcie.width gpu5
fail cpu.count box
fail disk.kind disk nvme0n1
fail disk.virtual disk nvme0n1
warn disk.virtual disk sda
fail box.virtual box
