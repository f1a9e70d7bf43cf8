# The example rental, as ./run judges it. Regenerate: ./test update
$ cd $TOP/examples/rental && gpuvet accept --lease lease.yaml *.txt
gpuvet: dmesg.txt: not judged: nothing in this file is an output that gpuvet knows
gpuvet: host.txt: not judged: nothing in this file is an output that gpuvet knows
gpuvet: lspci.txt: not judged: nothing in this file is an output that gpuvet knows
gpuvet: nvidia-smi-q.txt: not judged: nothing in this file is an output that gpuvet knows
gpuvet: nvidia-smi.txt: not judged: nothing in this file is an output that gpuvet knows
gpuvet: nvlink.txt: not judged: nothing in this file is an output that gpuvet knows
gpuvet: topo.txt: not judged: nothing in this file is an output that gpuvet knows
gpuvet: known outputs: 
? 2
$ cd $TOP/examples/rental && gpuvet accept --lease lease.yaml --lang zh *.txt
gpuvet: dmesg.txt: not judged: nothing in this file is an output that gpuvet knows
gpuvet: host.txt: not judged: nothing in this file is an output that gpuvet knows
gpuvet: lspci.txt: not judged: nothing in this file is an output that gpuvet knows
gpuvet: nvidia-smi-q.txt: not judged: nothing in this file is an output that gpuvet knows
gpuvet: nvidia-smi.txt: not judged: nothing in this file is an output that gpuvet knows
gpuvet: nvlink.txt: not judged: nothing in this file is an output that gpuvet knows
gpuvet: topo.txt: not judged: nothing in this file is an output that gpuvet knows
gpuvet: known outputs: 
? 2
$ cd $TOP/examples/rental && gpuvet accept --lease lease.yaml --json *.txt | python3 -c 'import json, sys; r = json.load(sys.stdin); print(r["verdict"]); [print(f["verdict"], f["id"], f["subject"]) for f in r["findings"] if f["verdict"] in ("fail", "warn")]'
gpuvet: dmesg.txt: not judged: nothing in this file is an output that gpuvet knows
gpuvet: host.txt: not judged: nothing in this file is an output that gpuvet knows
gpuvet: lspci.txt: not judged: nothing in this file is an output that gpuvet knows
gpuvet: nvidia-smi-q.txt: not judged: nothing in this file is an output that gpuvet knows
gpuvet: nvidia-smi.txt: not judged: nothing in this file is an output that gpuvet knows
gpuvet: nvlink.txt: not judged: nothing in this file is an output that gpuvet knows
gpuvet: topo.txt: not judged: nothing in this file is an output that gpuvet knows
gpuvet: known outputs: 
Traceback (most recent call last):
  File "<string>", line 1, in <module>
  File "/usr/lib/python3.11/json/__init__.py", line 293, in load
    return loads(fp.read(),
           ^^^^^^^^^^^^^^^^
  File "/usr/lib/python3.11/json/__init__.py", line 346, in loads
    return _default_decoder.decode(s)
           ^^^^^^^^^^^^^^^^^^^^^^^^^^
  File "/usr/lib/python3.11/json/decoder.py", line 337, in decode
    obj, end = self.raw_decode(s, idx=_w(s, 0).end())
               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  File "/usr/lib/python3.11/json/decoder.py", line 355, in raw_decode
    raise JSONDecodeError("Expecting value", s, err.value) from None
json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)
? 1
