// `svc serve`: runs the server until it is stopped. Its log, one JSON object a line, goes to stdout.

import type { Command } from 'commander'
import type { RunningServer } from '../../server/serve.ts'
import { CommandError } from '../command-error.ts'
import type { CommandContext } from '../context.ts'
import { examples } from '../root-command.ts'
import { endOnUncaught } from './end-on-uncaught.ts'
import { type ServeInput, startApplianceServer } from './serve-appliance.ts'
import { openLogLines } from './server-log.ts'

interface Options {
  readonly host?: string
  readonly port?: string
  readonly empty?: boolean
}

export function define(command: Command, context: CommandContext): void {
  command
    .option('--host <address>', 'address to listen on (also: SVC_HOST)')
    .option('--port <number>', 'port to listen on; 0 for any free one (also: SVC_PORT)')
    .option(
      '--empty',
      'with --demo: leave a new data folder empty, now and later; a filled one stays as it is',
    )
    .addHelpText(
      'before',
      examples(
        'svc serve',
        'svc serve --config /etc/svc/svc.conf',
        'svc serve --demo --port 8090',
        'kill -HUP <pid>                 reload the TLS certificates',
      ),
    )
    .action((options: Options) => run(context, options))
}

async function run(context: CommandContext, { host, port, empty }: Options): Promise<void> {
  const { session, shell, interrupted } = context
  shell.collector.keepYoung()
  if (empty === true && !session.isDemo) {
    throw new CommandError('usage', '--empty is for the demo: svc serve --demo --empty.')
  }
  const loaded = await session.settings({ flags: { SVC_HOST: host, SVC_PORT: port } })
  const lines = openLogLines(context, loaded.config.log)
  const ignoreUncaught = endOnUncaught(context, lines)
  try {
    const server = await start(context, { loaded, lines, isEmpty: empty === true })
    const ignoreHangup = shell.onSignal('SIGHUP', () => void server.reloadTls())
    await aborted(interrupted)
    await server.stop()
    ignoreHangup()
  } finally {
    ignoreUncaught()
    lines.flush()
  }
}

async function start(
  context: CommandContext,
  input: ServeInput & { readonly isEmpty: boolean },
): Promise<Pick<RunningServer, 'reloadTls' | 'stop'>> {
  if (!context.session.isDemo) return startApplianceServer(context, input)
  const { startDemoServer } = await import('./serve-demo.ts')
  return startDemoServer(context, input, input.isEmpty ? { seedCount: 0 } : {})
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
