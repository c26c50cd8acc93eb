// A network of its own for one node, with a cable to the database that can be pulled. Everything else goes through
// Unix sockets, which a network namespace does not divide: clients, provider and receiver stay within reach.

import { execFile, execFileSync, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { atExit } from './at-exit.ts'
import { openRelay, type Relay } from './relay.ts'

export interface NetworkNamespace {
  /** Where the database listens, seen from inside. */
  readonly databaseHost: string
  /** Words before a command that is to run inside. */
  readonly command: readonly string[]
  /**
   * @param inward ports that are served inside and called from outside
   * @param outward ports that are served outside and called from inside
   */
  relay(inward: readonly number[], outward: readonly number[]): Promise<void>
  /** From now on no packet passes, in either direction. Nobody is told. */
  cut(): Promise<void>
  mend(): Promise<void>
  close(): Promise<void>
}

const run = promisify(execFile)

/** Returns undefined where namespaces are not permitted, and nothing is left behind. */
export async function openNamespace(folder: string): Promise<NetworkNamespace | undefined> {
  const { pid } = process
  const name = `svc-storm-${pid}`
  const [outer, inner] = [`svs${pid}o`, `svs${pid}i`]
  const net = `10.203.${pid % 250}`
  const databaseHost = `${net}.1`
  const closing: (() => unknown)[] = []
  const steps = [
    ['netns', 'add', name],
    ['link', 'add', outer, 'type', 'veth', 'peer', 'name', inner, 'netns', name],
    ['address', 'add', `${databaseHost}/24`, 'dev', outer],
    ['link', 'set', outer, 'up'],
    ['-n', name, 'address', 'add', `${net}.2/24`, 'dev', inner],
    ['-n', name, 'link', 'set', inner, 'up'],
    ['-n', name, 'link', 'set', 'lo', 'up'],
  ]
  // With the namespace its end of the cable goes, and with that the other end.
  const remove = () => execFileSync('ip', ['netns', 'delete', name], { stdio: 'ignore' })
  try {
    for (const step of steps) await run('ip', step)
  } catch {
    try {
      remove()
    } catch {
      // It was never made.
    }
    return undefined
  }
  process.once('exit', remove)
  closing.push(() => {
    process.off('exit', remove)
    remove()
  })
  const command = ['ip', 'netns', 'exec', name]
  return {
    databaseHost,
    command,
    async relay(inward, outward) {
      const socketOf = (port: number) => join(folder, `relay-${port}.sock`)
      const relays: Relay[] = []
      for (const port of outward) relays.push(await openRelay({ path: socketOf(port) }, { port }))
      const inside = await startInside(command, [
        ...inward.flatMap((port) => [socketOf(port), String(port)]),
        ...outward.flatMap((port) => [String(port), socketOf(port)]),
      ])
      for (const port of inward) relays.push(await openRelay({ port }, { path: socketOf(port) }))
      closing.push(async () => {
        inside()
        await Promise.all(relays.map((relay) => relay.close()))
      })
    },
    cut: () => setLink(outer, 'down'),
    mend: () => setLink(outer, 'up'),
    async close() {
      for (const end of closing.toReversed()) await end()
    },
  }
}

async function setLink(device: string, state: 'up' | 'down'): Promise<void> {
  await run('ip', ['link', 'set', device, state])
}

const relayProgram = join(import.meta.dirname, 'relay-program.ts')

/** Returns how to end it. */
async function startInside(
  [program = '', ...words]: readonly string[],
  ends: readonly string[],
): Promise<() => void> {
  const child = spawn(program, [...words, process.execPath, relayProgram, ...ends], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.once(
    'exit',
    atExit(() => child.kill()),
  )
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', () => resolve())
    child.once('exit', (code) => reject(new Error(`the relay ended with ${code}`)))
  })
  return () => void child.kill()
}
