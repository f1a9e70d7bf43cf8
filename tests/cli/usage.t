# Help, usage errors, and what ends the writing early.
$ gpuvet
gpuvet: did I get the GPU server that I rent, and is it healthy?

usage
  gpuvet COMMAND [OPTION...] [ARGUMENT...]
  gpuvet help COMMAND
  gpuvet --version

commands
  lease     write, check and read a contract as a file
  accept    judge a delivered machine against its contract
  cards     show what a card is, and where two differ
  explain   explain a check, an Xid or an SXid code
  facts     show what saved outputs tell, with file and line
  help      explain a command

first steps
  $ gpuvet lease init --card A100-SXM4-80GB --count 8 > lease.yaml
  $ gpuvet accept --lease lease.yaml *.txt
  $ gpuvet cards
  $ gpuvet explain remap.pending
  $ gpuvet facts
$ gpuvet --help | head -1
gpuvet: did I get the GPU server that I rent, and is it healthy?
$ gpuvet help accept
gpuvet accept: judge a delivered machine against its contract

usage
  gpuvet accept [--lease LEASE.yaml] [--json] [--all] FILE...

Reads outputs that were saved on a rented machine (nvidia-smi, lspci, lscpu,
dmesg and others; any names, several in one file), and judges them against the
lease and against what a healthy card looks like. "-" is standard input.

Every finding is pass, warn, fail, unknown (it could not be seen; the command
that would show it is named) or unagreed (it was seen, and only a contract could
decide). Nothing passes on missing data.

Exit status: 0 nothing failed; 1 something failed; 3 nothing failed, but a
promised thing could not be seen, or no GPU was seen at all; 2 wrong usage, or
input that cannot be read.

Nothing is sent anywhere.

options
  -h, --help                show this help
      --lang LANG           language: en or zh
  -l, --lease FILE          the contract: what was promised
  -j, --json                print the report as JSON
  -a, --all                 show every finding in full

examples
  $ gpuvet accept --lease lease.yaml *.txt
    judge saved outputs against the contract
  $ nvidia-smi > smi.txt; nvidia-smi -q > q.txt; nvidia-smi topo -m > topo.txt
    on the machine: save what its GPUs tell
  $ sudo lspci -vvv > lspci.txt; sudo dmesg > dmesg.txt; lscpu > lscpu.txt
    on the machine: save what the rest of it tells
  $ gpuvet accept --json smi.xml > report.json
    the same for a program, without a contract
$ gpuvet accept --help | head -3
gpuvet accept: judge a delivered machine against its contract

usage
$ gpuvet --version
gpuvet 0.1.0
$ gpuvet acept
gpuvet: 'acept' is not a command; did you mean 'accept'?
? 2
$ gpuvet nothing-like-it
gpuvet: 'nothing-like-it' is not a command; 'gpuvet help' lists them
? 2
$ gpuvet help acept
gpuvet: 'acept' is not a command; did you mean 'accept'?
? 2
$ gpuvet --verzion
gpuvet: unknown option '--verzion'; did you mean '--version'?
? 2
$ gpuvet accept --jsn x
gpuvet: unknown option '--jsn'; did you mean '--json'?
gpuvet: 'gpuvet help accept' shows the options
? 2
$ gpuvet accept --lease
gpuvet: option '--lease' needs a value: --lease FILE
gpuvet: 'gpuvet help accept' shows the options
? 2
$ gpuvet accept --json=yes x
gpuvet: option '--json' takes no value
gpuvet: 'gpuvet help accept' shows the options
? 2
$ gpuvet --lang xx help
gpuvet: --lang: 'xx' is not a language of gpuvet; write it as: en | zh
? 2
$ gpuvet accept
gpuvet: accept: name the files that hold the saved outputs; 'gpuvet help accept' tells how
? 2
$ gpuvet facts > /dev/full
gpuvet: cannot write the output: No space left on device
? 2
$ gpuvet facts --json > /dev/full
gpuvet: cannot write the output: No space left on device
? 2
$ gpuvet facts | head -1
box.gpu.count                                                 integer count, box
$ set -o pipefail; gpuvet facts | true; gpuvet facts --json | head -2
{
  "facts": [
$ gpuvet facts >&-
gpuvet: cannot write the output: Bad file descriptor
? 2
