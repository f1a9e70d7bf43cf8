# Files that hold nothing to judge: each is named, with what could be read instead.
$ gpuvet accept missing.txt
gpuvet: missing.txt: cannot be opened: No such file or directory
? 2
$ gpuvet accept . 2>&1
gpuvet: .: is a directory; name the saved outputs in it: ./*
? 2
$ printf '\x7fELF\0\0\0\1\2\3' > binary; gpuvet accept binary 2>&1 | head -1
gpuvet: binary: not judged: the file is binary, not text
$ : > empty; gpuvet accept empty 2>&1 | head -1
gpuvet: empty: not judged: the file is empty
$ echo hello > hello.txt; gpuvet accept hello.txt 2>&1 | head -1
gpuvet: hello.txt: not judged: nothing in this file is an output that gpuvet knows
$ echo hello | gpuvet accept - 2>&1 | head -1
gpuvet: standard input: not judged: nothing in this file is an output that gpuvet knows
$ gpuvet accept hello.txt >/dev/null 2>&1
? 2
$ gpuvet facts hello.txt >/dev/null 2>&1
? 2
$ gpuvet accept --lease missing.yaml hello.txt
gpuvet: missing.yaml: cannot be opened: No such file or directory
? 2
$ printf 'lease: 1\ngpu: {count: 8x}\n' > bad.yaml; gpuvet accept --lease bad.yaml hello.txt
gpuvet: bad.yaml:2:14: gpu.count: '8x' is not a whole number; write it as: 8
? 2
$ for i in $(seq 65); do echo "root@node$i:~# nvidia-smi -L"; echo "GPU 0: NVIDIA L40S (UUID: GPU-0000000$i-0000-0000-0000-000000000000)"; done > many; gpuvet accept many
gpuvet: the files hold outputs of more than 64 machines; judge fewer at a time
? 2
