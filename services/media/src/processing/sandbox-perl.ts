/** How much of the machine a program may take. */
export interface Limits {
  cpuSeconds: number
  memoryBytes: number
}

export interface Confinement {
  limits: Limits
  /** Not for what is in one already: it cannot have another. */
  ownSession: boolean
}

/** A script that takes power away and then becomes a program, and what is in force from then on. */
export interface ConfiningScript {
  interpreter: string
  text: string
  measures: string[]
}

// Perl can ask the kernel for anything, by number.
const CALLS: Partial<Record<string, Record<'setrlimit' | 'unshare' | 'setsid' | 'prctl', number>>> = {
  x64: { setrlimit: 160, unshare: 272, setsid: 112, prctl: 157 },
  arm64: { setrlimit: 164, unshare: 97, setsid: 157, prctl: 167 },
}
const RLIMIT = { cpu: 0, openFiles: 7, memory: 9 }
const MOST_OPEN_FILES = 64
const NEW_NETWORK = 0x4000_0000
const NEW_USER = 0x1000_0000
const PR_SET_PDEATHSIG = 1
const SIGKILL = 9

const PERL = '/usr/bin/perl'

const quoted = (text: string) => `'${text.replaceAll(/[\\']/g, (mark) => `\\${mark}`)}'`

/**
 * What prlimit, unshare, setsid and setpriv do, in one program instead of one after the other: four that are started and
 * linked for each that works cost as much as the rest of us. The best first; nothing where this is no such machine.
 */
export const perlScripts = (binary: string, { limits, ownSession }: Confinement): ConfiningScript[] => {
  const calls = process.platform === 'linux' ? CALLS[process.arch] : undefined
  if (calls === undefined) return []
  const ask = (what: string, ...numbers: (number | string)[]) =>
    `syscall(${numbers.join(', ')}) >= 0 or die "sandbox: ${what}: $!\\n";`
  const limit = (what: string, resource: number, most: number) =>
    // In a variable: the kernel is given nothing that may not be written to.
    `my $most_${resource} = pack('QQ', ${most}, ${most}); ${ask(what, calls.setrlimit, resource, `$most_${resource}`)}`

  const script = (network: number | null): ConfiningScript => ({
    interpreter: PERL,
    text: [
      `#!${PERL}`,
      limit('processor time', RLIMIT.cpu, limits.cpuSeconds),
      limit('memory', RLIMIT.memory, limits.memoryBytes),
      limit('open files', RLIMIT.openFiles, MOST_OPEN_FILES),
      ...(network === null ? [] : [ask('network', calls.unshare, network)]),
      ...(ownSession ? [ask('session', calls.setsid)] : []),
      // Last of all, because gaining a namespace clears it.
      ask('death signal', calls.prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0),
      `exec { ${quoted(binary)} } ${quoted(binary)}, @ARGV or die "sandbox: $!\\n";`,
      '',
    ].join('\n'),
    measures: [
      'limits',
      ...(network === null ? [] : ['no network']),
      ...(ownSession ? ['own session'] : []),
      'dies with the worker',
    ],
  })
  // Without a network of its own (root) or inside a user namespace (everyone else), where that is allowed.
  return [script(NEW_NETWORK), script(NEW_USER | NEW_NETWORK), script(null)]
}
