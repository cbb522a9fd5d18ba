import { ApiError } from '@griot/contracts/errors'
import { createClient, stopFor } from './client.ts'
import { type Command, parseCommandLine } from './command.ts'
import { bisect } from './commands/bisect.ts'
import { deploy } from './commands/deploy.ts'
import { dev } from './commands/dev.ts'
import { diff, override, status, verify } from './commands/inspect.ts'
import { createModule } from './commands/new.ts'
import {
  block,
  canary,
  disable,
  enable,
  flag,
  gc,
  policy,
  promote,
  retire,
  rollback,
  unblock,
} from './commands/release.ts'
import { stack } from './commands/stack.ts'
import { team } from './commands/team.ts'
import { readJobToken } from './job-token.ts'
import { createOutput, EXIT, type ExitCode, Stop, usage } from './output.ts'

const COMMANDS: Readonly<Record<string, Command>> = {
  ...{ deploy, verify, promote, canary, rollback, disable, enable, retire, block, unblock, flag, policy },
  ...{ status, diff, stack, override, bisect, gc },
  ...{ dev, team, new: createModule },
}

const HELP = `mfe: deploys, releases and rolls back front-end modules.

  mfe new <name>                            creates a module, or a repository for one
  mfe deploy [dist]                         deploys a build; no user gets it yet
        [--promote | --canary 5 | --ramp …] … and releases it
        [--browser]                         … after a test in a real browser, which a release to all users needs
        [--preview <branch>]                … and shows it under the link of a branch, which never changes
  mfe dev [folder]                          shows your build in the running product under a link, as you write it
  mfe verify <module>@<version> [--browser] runs the release checks, and tests the version in a real browser
  mfe promote <module>@<version>            releases a version to all users
        [--canary 5]                        … to five percent of the users first
        [--ramp 5,25,100 --hold 15m]        … to growing shares, each for the time, unless it fails
  mfe canary <module> <percent>             changes the share of users with the candidate
  mfe rollback <module>                     returns to the version that was current before; withdraws a candidate first
        [--to-last-good | --to <version>]   … to the last known good version, or to one that was current
  mfe disable <module> --reason <why>       shows only the fallbacks;  mfe enable <module>
  mfe retire <module> --reason <why>        removes the module from menus; promoting a version brings it back
  mfe block <module> '<0.3.0'               rejects requests of these versions;  mfe unblock <module> '<0.3.0'
  mfe flag <module> <name> <on|off|percent> turns a flag in the module’s code on or off, without a deployment
  mfe policy <module> browser-check <required|optional>   sets whether a promotion needs the browser check
  mfe status [module]                       shows current versions, their health and the audit log
  mfe diff <module> <version> <version>     shows what changes for other modules
  mfe stack [<module>@<version>]            maps a stack trace on stdin to source files and lines
  mfe bisect <module> --good <version>      finds the version that broke it, up to --bad <version> or the current one
        [--run <command>]                   … by a command (link in MFE_URL; exit code 0 good, 1 bad, 125 skip)
  mfe bisect --good <revision>              finds the revision that broke it
  mfe gc <module>                           removes old versions that are not needed
  mfe team <module>                         shows who releases the module
        [--add ama@example.org [--owner]]   … adds a member;  --remove ama@example.org
        [--ci repository=org/charts]        … allows CI jobs with this claim (repeat it for more);  --remove-ci <id>
        [--scopes deploy,release]           … and no other actions
        [--webhook https://… | mailto:…]    … sends messages there  [--events release,rollback,budget]
  mfe override <module>=<version|off> …     creates a link to another version, or without the module  [--minutes 120]
        <module>:<flag>=<on|off>            … or to a flag turned on or off
        [--path /charts/2]                  … that opens this page; also with deploy --preview

  --json           prints the result as one JSON object on stdout, everything else on stderr
  --reason <why>   is stored in the audit log      --dry-run   changes nothing
  --force          overrides a refusing check, with a --reason; the deployer of the version cannot use it

  MFE_ORIGIN   address of the product; default http://localhost:8080
  MFE_TOKEN    token of the module, or the OpenID token of a CI job. GitHub Actions: not needed
  MFE_AUDIENCE audience of the token of a CI job; default MFE_ORIGIN

Exit codes: 0 success, 1 refused, 2 connection or server failure.`

/** Runs one command and returns its exit code. */
export const main = async (args: readonly string[], cwd = process.cwd()): Promise<ExitCode> => {
  const isJson = args.includes('--json')
  let token = process.env.MFE_TOKEN || undefined
  const out = createOutput(isJson ? process.stderr : process.stdout)
  const printFacts = (more: object = {}) => {
    if (isJson) process.stdout.write(`${JSON.stringify(out.facts(more))}\n`)
  }
  try {
    const { positionals, values: options } = parseCommandLine(args)
    const [name = 'help', ...words] = positionals
    if (name === 'help' || options.help) {
      out.line(HELP)
      return EXIT.ok
    }
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
    if (!command) throw usage(`There is no command ${name}.`)
    const origin = (process.env.MFE_ORIGIN || 'http://localhost:8080').replace(/\/$/, '')
    token ??= await readJobToken(process.env.MFE_AUDIENCE || origin)
    await command({ client: createClient({ origin, token }), words, options, out, cwd })
    printFacts()
    return EXIT.ok
  } catch (error) {
    const stop = error instanceof ApiError ? stopFor(error, token !== undefined) : error
    if (!(stop instanceof Stop)) throw error
    const { message, details, code } = stop
    out.endLine()
    process.stderr.write(`${[message, ...details.map((line) => `  ${line}`)].join('\n')}\n`)
    printFacts({ refusal: { message, details } })
    return code
  }
}
