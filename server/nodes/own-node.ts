// This process as a node: it gives signs of life, watches the other nodes, and knows when it may take work. A node that
// cannot write a beat for the length of its lease ends its work, because others take it over.

import { hostname } from 'node:os'
import type { KeyHolder } from '../data-keys/key-holder.ts'
import { newestSchema } from '../db/migrations/index.ts'
import { type Db, inBeatTransaction, type Trx } from '../db/transaction.ts'
import type { Cancel, Clock } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import type { LiveNodes } from '../kernel/live-nodes.ts'
import type { Log } from '../kernel/log.ts'
import { deleteLongSilent } from './delete-long-silent.ts'
import { createConnectionEnder } from './end-connections.ts'
import { aloneTimes, type Node, type NodeTimes, sharedTimes } from './node.ts'
import { listNodes } from './node-list-view.ts'
import {
  beatNode,
  deleteNode,
  deleteOtherNodes,
  findBeats,
  holdBeats,
  putNode,
} from './node-store.ts'
import { createBeatWatch } from './watch-beats.ts'

interface OwnNodeNeeds {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly version: string
  /** The master key in the memory of this process, for those who change it. */
  readonly keyHolder: Pick<KeyHolder, 'heldMasterKeyId' | 'refresh'>
  /** Default: on a database server the one that the connections carry, otherwise drawn. */
  readonly id?: string | undefined
}

/** The proof that a node is dead: it has no row, or has given no sign of life since this beat. */
interface DeadNode {
  readonly id: string
  readonly beats: number | undefined
}

interface JoinOptions {
  /**
   * True where the database itself proves that no other node lives: the lock of the data folder is held, and only a
   * server that holds it works on the database.
   */
  readonly isAlone: boolean
}

/** A node that gives no sign of life may still answer requests for so long. */
const servesForMs = 60_000

type Listener = () => unknown

export class OwnNode implements LiveNodes {
  /** Drawn anew at each start. */
  readonly id: string
  readonly #needs: OwnNodeNeeds
  readonly #watch = createBeatWatch()
  readonly #onLook = new Set<Listener>()
  readonly #onExpiry = new Set<Listener>()
  readonly #endConnections: (dead: readonly Node[]) => Promise<void>
  #times: NodeTimes = sharedTimes
  #isAlone = false
  #joinedAt: number | undefined
  /** When the last beat that is stored was begun, on the steady clock. */
  #beatAt = Number.NEGATIVE_INFINITY
  #isExpired = false
  #isFailing = false
  #isDraining = false
  #beating: Promise<void> | undefined
  #cancelBeat: Cancel = () => {}
  #cancelExpiry: Cancel = () => {}

  constructor(needs: OwnNodeNeeds) {
    this.#needs = needs
    this.#endConnections = createConnectionEnder(needs.db)
    this.id = needs.id ?? needs.db.connections?.nodeId ?? newId('node', needs.clock.now())
  }

  get isAlone(): boolean {
    return this.#isAlone
  }

  get leaseMs(): number {
    return this.#times.leaseMs
  }

  get isDraining(): boolean {
    return this.#isDraining
  }

  /** Enters this process among the nodes. From now on it gives signs of life. */
  async join({ isAlone }: JoinOptions): Promise<void> {
    const { db, clock } = this.#needs
    this.#isAlone = isAlone
    this.#times = isAlone ? aloneTimes : sharedTimes
    const beganAt = clock.steadyMs()
    this.#joinedAt = clock.now()
    const nodes = await inBeatTransaction(db, async (trx) => {
      await db.connections?.holdSchema(trx)
      if (isAlone) await deleteOtherNodes(trx, this.id)
      await this.#putRow(trx)
      return listNodes(trx)
    })
    this.#renewed(beganAt)
    await this.#look(nodes)
    this.#planBeat()
  }

  /** Takes this process out. Call it when nothing of it works any more. */
  async leave(): Promise<void> {
    if (this.#joinedAt === undefined) return
    this.#joinedAt = undefined
    this.#cancelBeat()
    this.#cancelExpiry()
    await this.#beating
    try {
      await inBeatTransaction(this.#needs.db, (trx) => deleteNode(trx, this.id))
    } catch (error) {
      // Others see that the beats have ended.
      this.#needs.log.error('node_leave_failed', {}, error)
    }
  }

  /** Whether this node may begin work: it has joined, holds its lease, and is not being drained. */
  mayTakeWork(): boolean {
    return this.holdsLease() && !this.#isDraining
  }

  /** Whether no other node may take over the work of this one. Only a sign: writes are fenced in the database. */
  holdsLease(): boolean {
    return this.#joinedAt !== undefined && !this.#isLate()
  }

  /** Returns the ids of the nodes that live and take work, this one included if it does; oldest first. */
  workingNodes(): readonly string[] {
    return this.#watch
      .nodes()
      .filter(({ id, drainingSince }) =>
        id === this.id ? this.mayTakeWork() : drainingSince === undefined && !this.#isSilent(id),
      )
      .map(({ id }) => id)
  }

  servingNodes(): number {
    return this.#watch.countSilentFor(this.#needs.clock.steadyMs(), { lessThanMs: servesForMs })
  }

  /** Whether another node has ended. One that has a row, or had none at the last look, counts as alive. */
  isGone(id: string): boolean {
    return id !== this.id && (this.#isAlone || this.#isSilent(id))
  }

  /** A row that was deleted since the last look is no sign of life. */
  async isStillGone(trx: Trx, id: string): Promise<boolean> {
    if (!this.isGone(id)) return false
    const seen = this.#watch.nodes().find((node) => node.id === id)?.beats
    const beats = await holdBeats(trx, id)
    return beats === undefined || beats === seen
  }

  /** Whether this is the node that does what only one should do. Only a sign: two may believe it for a moment. */
  leads(): boolean {
    const living = this.#watch.nodes().filter(({ id }) => id === this.id || !this.#isSilent(id))
    const [leader = living[0]?.id] = this.workingNodes()
    return leader === this.id
  }

  /** Returns those of these other nodes that are dead. Confirm each in the transaction that takes over its work. */
  async deadAmong(ids: readonly string[]): Promise<readonly DeadNode[]> {
    const others = ids.filter((id) => id !== this.id)
    if (others.length === 0) return []
    const rows = new Map((await listNodes(this.#needs.db.reader)).map((node) => [node.id, node]))
    return others.flatMap((id): readonly DeadNode[] => {
      const row = rows.get(id)
      if (row === undefined) return [{ id, beats: undefined }]
      const watched = this.#watch.nodes().find((node) => node.id === id)
      const isDead = watched?.beats === row.beats && this.#isSilent(id)
      return isDead ? [{ id, beats: row.beats }] : []
    })
  }

  /** Whether a dead node has given no sign of life since. */
  async isStillDead(trx: Trx, { id, beats }: DeadNode): Promise<boolean> {
    return (await findBeats(trx, id)) === beats
  }

  /** Calls `listener` after each look at the other nodes: the time to take over work. */
  onLook(listener: Listener): void {
    this.#onLook.add(listener)
  }

  /** Calls `listener` when this node has lost its lease: its work must end. */
  onExpiry(listener: Listener): void {
    this.#onExpiry.add(listener)
  }

  /** Gives a sign of life now, if it has joined. Resolves when it is stored, or could not be. */
  async beat(): Promise<void> {
    if (this.#joinedAt === undefined) return
    this.#beating ??= this.#beatOnce().finally(() => {
      this.#beating = undefined
      this.#planBeat()
    })
    await this.#beating
  }

  /** Resolves when no sign of life is under way. */
  async idle(): Promise<void> {
    await this.#beating
  }

  async #beatOnce(): Promise<void> {
    const { db, clock, log, keyHolder } = this.#needs
    const beganAt = clock.steadyMs()
    try {
      const nodes = await inBeatTransaction(db, async (trx) => {
        // Once others took this node for dead, a newer release may have removed what it needs.
        if (this.#isLate()) await db.connections?.holdSchema(trx)
        const masterKeyId = keyHolder.heldMasterKeyId()
        const beat = { id: this.id, masterKeyId, nowMs: clock.now() }
        if (!(await beatNode(trx, beat))) await this.#putRow(trx)
        return listNodes(trx)
      })
      const hadLostLease = this.#isLate()
      // A process that was stopped may have missed new keys, and others have encrypted with them.
      if (hadLostLease) await keyHolder.refresh()
      this.#renewed(beganAt)
      await this.#look(nodes)
      const own = nodes.find(({ id }) => id === this.id)
      this.#isDraining = own?.drainingSince !== undefined
      await deleteLongSilent(
        db,
        this.#watch.nodes().filter(({ id }) => this.#isSilent(id)),
        clock.now(),
      )
      if (this.#isFailing || hadLostLease) log.info('node_beats_again')
      this.#isFailing = false
    } catch (error) {
      if (!this.#isFailing) log.error('node_beat_failed', {}, error)
      this.#isFailing = true
      return
    }
    for (const listener of this.#onLook) listener()
  }

  /** @param nodes as they are now: each beat that one of them has stored is counted from here */
  async #look(nodes: readonly Node[]): Promise<void> {
    this.#watch.look(nodes, this.#needs.clock.steadyMs(), this.#times.leaseMs)
    await this.#endConnections(nodes.filter(({ id }) => this.#isSilent(id)))
  }

  async #putRow(trx: Trx): Promise<void> {
    const { clock, version, keyHolder } = this.#needs
    const nowMs = clock.now()
    const startedAt = this.#joinedAt ?? nowMs
    const masterKeyId = keyHolder.heldMasterKeyId()
    const release = { version, schemaVersion: newestSchema }
    const node = { id: this.id, host: hostname(), ...release, startedAt, masterKeyId }
    await putNode(trx, node, nowMs)
  }

  /** A stopped process that goes on may store a beat before it notices that its lease has ended. */
  #renewed(beganAt: number): void {
    if (this.#isLate() && Number.isFinite(this.#beatAt)) this.#expire()
    this.#beatAt = beganAt
    this.#isExpired = false
    this.#cancelExpiry()
    const { leaseMs } = this.#times
    if (!Number.isFinite(leaseMs)) return
    const leftMs = beganAt + leaseMs - this.#needs.clock.steadyMs()
    this.#cancelExpiry = this.#needs.clock.after(leftMs, () => this.#expire())
  }

  #isLate(): boolean {
    return this.#needs.clock.steadyMs() - this.#beatAt >= this.#times.leaseMs
  }

  #expire(): void {
    if (this.#isExpired) return
    this.#isExpired = true
    this.#needs.log.warn('node_lease_lost')
    this.#needs.db.connections?.dropSilent(this.#times.leaseMs)
    for (const listener of this.#onExpiry) listener()
  }

  #planBeat(): void {
    if (this.#joinedAt === undefined) return
    this.#cancelBeat()
    const delayMs = this.#watch.nextLookInMs(this.#needs.clock.steadyMs(), this.#times)
    this.#cancelBeat = this.#needs.clock.after(delayMs, () => void this.beat())
  }

  #isSilent(id: string): boolean {
    const silentMs = this.#watch.silentForMs(id, this.#needs.clock.steadyMs())
    return id !== this.id && silentMs >= this.#times.leaseMs
  }
}
