// Starts the demo as `npm start` does, in this process, and reads off its banner what people read there.

import type { TestContext } from 'node:test'
import { tempFolder } from '../../support/temp-folder.ts'
import { type Running, startSvc } from '../memory-shell.ts'

export interface Demo extends Running {
  readonly banner: string
  readonly url: string
  readonly sandboxKey: string
  readonly liveKey: string
  /** Without a slash at the end. */
  readonly receiverUrl: string
  /** Of the scoring engine that stands in; without a slash at the end. */
  readonly scoringUrl: string
  stop(): Promise<number>
}

/** A demo on a folder of its own, for `openedBefore`. */
export async function openDemo() {
  const ends: (() => unknown)[] = []
  const lasting = { after: (end: unknown) => void ends.push(end as () => unknown) }
  const dataDir = tempFolder(lasting)
  const demo = await startDemo(lasting, dataDir)
  const close = async () => {
    for (const end of ends.reverse()) await end()
  }
  return { ...demo, dataDir, close }
}

/** Reading a document takes the time of a test; tests of the reader are elsewhere. */
const settings = { SVC_DOCUMENT_READING: 'off' }

/** Stopped when the test ends. Without invented verifications, which take their time, unless told. */
export async function startDemo(
  t: Pick<TestContext, 'after'>,
  dataDir: string,
  port = '0',
  filling: readonly string[] = ['--empty'],
): Promise<Demo> {
  const args = ['serve', '--demo', ...filling, '--port', port, '--data-dir', dataDir]
  const running = startSvc(args, { env: settings })
  const stop = async () => {
    running.signal('SIGINT')
    return (await running.ended).status
  }
  t.after(stop)
  const banner = await running.seen('out', 'Ctrl-C.\n')
  const said = (label: string) => new RegExp(`^ {2}${label} +(\\S+)$`, 'm').exec(banner)?.[1] ?? ''
  return {
    ...running,
    banner,
    stop,
    url: said('Base URL'),
    sandboxKey: said('Sandbox key'),
    liveKey: said('Live key'),
    scoringUrl: /'(http:\S+)\/requests'/.exec(banner)?.[1] ?? '',
    receiverUrl: /'(http:\S+)\/deliveries'/.exec(banner)?.[1] ?? '',
  }
}
