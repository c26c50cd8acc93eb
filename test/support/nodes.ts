// Several nodes over one database, in one process and with one time: each node has a clock that a test can stop, as
// SIGSTOP stops a process, while the time of the others goes on.

import type { TestContext } from 'node:test'
import type { Db } from '../../server/db/transaction.ts'
import type { Cancel, Clock } from '../../server/kernel/clock.ts'
import { newId } from '../../server/kernel/ids.ts'
import { OwnNode } from '../../server/nodes/own-node.ts'
import { type CapturedLog, captureLog } from './captured-log.ts'
import { openAgain, type TestDatabase } from './database.ts'
import type { ManualClock } from './manual-clock.ts'
import { turns } from './turns.ts'

/** The clock of one node. While it is stopped, nothing that it was asked to call is called. */
export class NodeClock implements Clock {
  readonly #shared: ManualClock
  #isStopped = false
  #held: (() => void)[] = []

  constructor(shared: ManualClock) {
    this.#shared = shared
  }

  now(): number {
    return this.#shared.now()
  }

  steadyMs(): number {
    return this.#shared.steadyMs()
  }

  after(delayMs: number, work: () => void): Cancel {
    let isCancelled = false
    const run = () => {
      if (isCancelled) return
      if (this.#isStopped) this.#held.push(run)
      else work()
    }
    const cancel = this.#shared.after(delayMs, run)
    return () => {
      isCancelled = true
      cancel()
    }
  }

  stop(): void {
    this.#isStopped = true
  }

  /** Runs what fell due meanwhile. */
  goOn(): void {
    this.#isStopped = false
    const held = this.#held
    this.#held = []
    for (const run of held) run()
  }
}

interface TestNode extends CapturedLog {
  readonly node: OwnNode
  readonly db: Db
  readonly clock: NodeClock
}

/** Enters a node over a connection of its own. `wrapDb` puts something between it and the database. */
export async function openNode(
  t: TestContext,
  database: TestDatabase,
  wrapDb: (db: Db) => Db = (db) => db,
): Promise<TestNode> {
  const db = wrapDb(openAgain(t, database.file))
  const clock = new NodeClock(database.clock)
  const captured = captureLog(database.clock)
  const node = new OwnNode({
    id: newId('node', clock.now()),
    db,
    clock,
    log: captured.log,
    version: '1.0.0',
  })
  await node.join({ isAlone: false })
  t.after(() => node.leave())
  return { ...captured, node, db, clock }
}

/** Lets time go by in steps that are shorter than a beat, with all work of each step done. */
export async function passTime(clock: ManualClock, ms: number, stepMs = 100): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs) {
    clock.advance(Math.min(stepMs, ms - passed))
    await turns(30)
  }
}
