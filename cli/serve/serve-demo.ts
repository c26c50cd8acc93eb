// Starts the demo of `npm start` and prints how to use it.

import { type DemoListeners, type DemoOptions, startDemo } from '../../server/demo/start-demo.ts'
import { examineStart } from '../../server/operations/examine-start.ts'
import type { RunningServer } from '../../server/serve.ts'
import type { CommandContext } from '../context.ts'
import { namingDatabase } from '../installed.ts'
import { startProgress } from '../progress.ts'
import { demoBanner } from './demo-banner.ts'
import { deliveryLine } from './demo-delivery-line.ts'
import type { ServeInput } from './serve-appliance.ts'
import { openServerLog } from './server-log.ts'
import { warnOfFindings } from './start-findings.ts'

/** @throws what `startDemo` throws */
export async function startDemoServer(
  { io, shell, interrupted }: CommandContext,
  { loaded, lines }: ServeInput,
  options: Pick<DemoOptions, 'seedCount'>,
): Promise<Pick<RunningServer, 'reloadTls' | 'stop'>> {
  // Log lines wait until the banner is printed, which should be read first.
  const early: string[] = []
  let write = (line: string): void => {
    early.push(line)
  }
  const progress = startProgress(io)
  let isAnnounced = io.isWatched
  const audience: DemoListeners = {
    log: openServerLog({ ...lines, write: (line) => write(line) }),
    onDelivery: (delivery) => write(deliveryLine(io.out, delivery)),
    onSeeding(done, total) {
      if (!isAnnounced) io.err.write('Creating two invented weeks of work...\n')
      isAnnounced = true
      progress.update(`Creating two invented weeks of work: step ${done} of ${total}`)
    },
  }
  const findings = examineStart({ config: loaded.config, userId: shell.userId })
  warnOfFindings(io, audience.log, findings)
  try {
    const demo = await namingDatabase(loaded, () =>
      startDemo(loaded, audience, { ...options, signal: interrupted }),
    )
    io.out.write(demoBanner(io.out, { ...demo, isAskedEmpty: options.seedCount === 0 }))
    return { reloadTls: () => demo.server.reloadTls(), stop: () => demo.stop() }
  } finally {
    progress.end()
    write = lines.write
    for (const line of early) write(line)
  }
}
