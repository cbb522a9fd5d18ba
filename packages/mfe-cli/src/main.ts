import { parseArgs } from 'node:util'
import { createClient } from './client.ts'
import type { Command } from './command.ts'
import { bisect } from './commands/bisect.ts'
import { deploy } from './commands/deploy.ts'
import { dev } from './commands/dev.ts'
import { diff, override, status, verify } from './commands/look.ts'
import { createModule } from './commands/new.ts'
import { block, canary, disable, enable, flag, gc, promote, rollback, unblock } from './commands/release.ts'
import { stack } from './commands/stack.ts'
import { EXIT, type ExitCode, Stop, usage } from './outcome.ts'
import { createOutput } from './output.ts'

const COMMANDS: Readonly<Record<string, Command>> = {
  ...{ deploy, verify, promote, canary, rollback, disable, enable, block, unblock, flag },
  ...{ status, diff, stack, override, bisect, gc },
  ...{ dev, new: createModule },
}

const HELP = `mfe: brings front-end modules in, releases them, and takes them back.

  mfe new <name>                            a new module beside the others
  mfe deploy [dist]                         brings a built version in; nobody sees it yet
        [--promote | --canary 5]            … and releases it
        [--preview <branch>]                … and shows it by the link of a branch, which stays the same
  mfe dev [folder]                          your build as you write it, in the running product, by a link
  mfe verify <module>@<version> [--browser] what the checks say, and how it behaves in a real browser
  mfe promote <module>@<version>            everyone sees it
        [--canary 5]                        … at first five percent of the people
  mfe canary <module> <percent>             more or fewer people see the candidate
  mfe rollback <module> [--to <version>]    what was good before
  mfe disable <module> --reason <why>       only its fallbacks;  mfe enable <module>
  mfe block <module> '<0.3.0'               those versions are answered no more;  mfe unblock <module> '<0.3.0'
  mfe flag <module> <name> <on|off|percent> a switch in the module’s code, without a deploy
  mfe status [module]                       what stands, how it does, what was done
  mfe diff <module> <version> <version>     what changes for the others
  mfe stack [<module>@<version>]            a stack trace on stdin, by the files and lines that it comes from
  mfe bisect <module> --good <version>      which version broke it, up to --bad <version> or to what stands
        [--run <command>]                   … asked of a command (the link is in MFE_URL; ends with 0, 1 or 125: skip)
  mfe bisect --good <revision>              … which change of anything
  mfe gc <module>                           clears away what nothing needs any more
  mfe override <module>=<version|off> …     a link to see another version, or none  [--minutes 120]
        <module>:<flag>=<on|off>            … or to have a flag turned

  --json           on stdout only what a program wants to know, as one object; all else on stderr
  --reason <why>   is written into the journal      --dry-run   only says what would be
  --force          goes on although a check refuses; not by who deployed the version

  MFE_ORIGIN   the product’s address, http://localhost:8080 unless it is set
  MFE_TOKEN    the module’s token

Ends with 0 when it is done, 1 when it was refused, 2 when it did not get through.`

/** Runs one command and answers how it ended. */
export const main = async (args: readonly string[], cwd = process.cwd()): Promise<ExitCode> => {
  const isForProgram = args.includes('--json')
  const out = createOutput(isForProgram ? process.stderr : process.stdout)
  const tell = (more: object = {}) => {
    if (isForProgram) process.stdout.write(`${JSON.stringify({ ...out.gathered(), ...more })}\n`)
  }
  try {
    const { verb, words, options } = read(args)
    if (verb === undefined || verb === 'help') {
      out.line(HELP)
      return EXIT.ok
    }
    const command = Object.hasOwn(COMMANDS, verb) ? COMMANDS[verb] : undefined
    if (!command) throw usage(`There is no command ${verb}.`)
    const origin = (process.env.MFE_ORIGIN || 'http://localhost:8080').replace(/\/$/, '')
    const client = createClient({ origin, token: process.env.MFE_TOKEN || undefined })
    await command({ client, words, options, out, cwd })
    tell()
    return EXIT.ok
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    out.broken()
    process.stderr.write(`${[error.message, ...error.details.map((line) => `  ${line}`)].join('\n')}\n`)
    tell({ refusal: { message: error.message, details: error.details } })
    return error.code
  }
}

const read = (args: readonly string[]) => {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        canary: { type: 'string' },
        to: { type: 'string' },
        reason: { type: 'string' },
        minutes: { type: 'string' },
        force: { type: 'boolean' },
        'dry-run': { type: 'boolean' },
        browser: { type: 'boolean' },
        promote: { type: 'boolean' },
        preview: { type: 'string' },
        good: { type: 'string' },
        bad: { type: 'string' },
        run: { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
    const [verb, ...words] = positionals
    return { verb: values.help ? 'help' : verb, words, options: values }
  } catch (error) {
    throw usage(error instanceof Error ? error.message : String(error))
  }
}
