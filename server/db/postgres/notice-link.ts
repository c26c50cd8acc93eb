// Carries notices between the nodes of one PostgreSQL database by LISTEN and NOTIFY, over one connection of its own.
// Notifications are sent outside transactions, because inside they make all commits of the database wait for each
// other.

import { Client } from 'pg'
import { z } from 'zod'
import { type Cancel, type Clock, elapsed, systemClock } from '../../kernel/clock.ts'
import { codeOf } from '../../kernel/has-code.ts'
import type { Log } from '../../kernel/log.ts'
import { type Notice, type NoticeLink, topics } from '../../kernel/notices.ts'
import { tryJson } from '../../kernel/try-json.ts'
import type { ConnectionTo, PrimaryFinder } from './find-primary.ts'

export interface ListeningLink extends NoticeLink {
  /** Connects, and from now on again whenever the connection breaks. Until then nothing is sent or received. */
  listen(): void
  /** Closes the connection for good. */
  close(): Promise<void>
}

export interface LinkNeeds {
  readonly clock: Clock
  readonly log: Log
  /** Of this process: it leaves out its own notices, which its listeners have had already. */
  readonly nodeId: string
}

const channel = 'svc_notices'
/** PostgreSQL takes fewer than 8000 bytes a notification. */
const payloadBytesMax = 7_900
const connectAgainAfterMs = 1_000
/** Between two notifications: each wakes every other node, so a busy node sends what gathers in between as one. */
const sendEveryMs = 20
/** A statement that takes longer means that the connection is dead. */
const answerTimeoutMs = 5_000

const payloadSchema = z.object({
  from: z.string(),
  notices: z.array(z.object({ topic: z.enum(topics), ids: z.array(z.string()) })),
})

/** For a node that may have missed notices: look at everything. */
const lookAtAll: readonly Notice[] = topics.map((topic) => ({ topic, ids: [] }))

interface LinkTarget {
  readonly primary: PrimaryFinder
  /** As the pool's user; the link sets its own time-outs. */
  readonly connectionTo: ConnectionTo
}

export function createNoticeLink(needs: LinkNeeds, target: LinkTarget): ListeningLink {
  return new PostgresNoticeLink(needs, target)
}

class PostgresNoticeLink implements ListeningLink {
  readonly #needs: LinkNeeds
  readonly #target: LinkTarget
  #receive: (notices: readonly Notice[]) => void = () => {}
  #client: Client | undefined
  #isClosed = true
  #isBroken = false
  #cancelRetry: Cancel = () => {}
  /** While one notification is under way, later ones wait and are sent as one. */
  #isSending = false
  #sentAt = Number.NEGATIVE_INFINITY
  #waiting: Notice[] = []

  constructor(needs: LinkNeeds, target: LinkTarget) {
    this.#needs = needs
    this.#target = target
  }

  onReceive(receive: (notices: readonly Notice[]) => void): void {
    this.#receive = receive
  }

  send(notices: readonly Notice[]): void {
    if (this.#client === undefined) return
    this.#waiting.push(...notices)
    if (!this.#isSending) void this.#sendWaiting()
  }

  listen(): void {
    if (!this.#isClosed) return
    this.#isClosed = false
    void this.#connect()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#cancelRetry()
    const client = this.#client
    this.#client = undefined
    await client?.end().catch(() => undefined)
  }

  async #connect(): Promise<void> {
    const { primary, connectionTo } = this.#target
    const isKnown = await primary.settle().then(
      () => true,
      (error: unknown) => this.#retry(error),
    )
    if (!isKnown || this.#isClosed) return
    const client = new Client({
      ...connectionTo(primary.current()),
      query_timeout: answerTimeoutMs,
      connectionTimeoutMillis: answerTimeoutMs,
    })
    // Without a listener the event would end the process.
    client.on('error', (error) => this.#lose(client, error))
    client.on('end', () => this.#lose(client, undefined))
    client.on('notification', ({ payload }) => this.#take(payload))
    try {
      await client.connect()
      await primary.admit(client)
      await client.query(`listen ${channel}`)
    } catch (error) {
      primary.doubt()
      this.#retry(error)
      await client.end().catch(() => undefined)
      return
    }
    if (this.#isClosed) {
      await client.end().catch(() => undefined)
      return
    }
    this.#client = client
    if (this.#isBroken) this.#needs.log.info('notices_connected')
    this.#isBroken = false
    this.#receive(lookAtAll)
  }

  #lose(client: Client, error: unknown): void {
    if (this.#client !== client) return
    this.#client = undefined
    this.#waiting = []
    this.#retry(error)
    client.end().catch(() => undefined)
  }

  #retry(error: unknown): void {
    if (this.#isClosed) return
    if (!this.#isBroken) this.#needs.log.warn('notices_disconnected', { reason: codeOf(error) })
    this.#isBroken = true
    this.#cancelRetry()
    this.#cancelRetry = this.#needs.clock.after(connectAgainAfterMs, () => void this.#connect())
  }

  async #sendWaiting(): Promise<void> {
    this.#isSending = true
    try {
      while (this.#waiting.length > 0) {
        await this.#untilNext()
        const client = this.#client
        const payload = payloadOf(this.#needs.nodeId, this.#waiting)
        this.#waiting = []
        if (client === undefined) return
        await client
          .query('select pg_notify($1, $2)', [channel, payload])
          .catch((error: unknown) => this.#lose(client, error))
      }
    } finally {
      this.#isSending = false
    }
  }

  async #untilNext(): Promise<void> {
    // The machine's clock: a clock that stands still must hold up no notice.
    const waitMs = this.#sentAt + sendEveryMs - systemClock.steadyMs()
    if (waitMs > 0) await elapsed(systemClock, waitMs)
    this.#sentAt = systemClock.steadyMs()
  }

  #take(payload: string | undefined): void {
    const parsed = readPayload(payload)
    if (parsed?.from !== this.#needs.nodeId) this.#receive(parsed?.notices ?? lookAtAll)
  }
}

/** Notices of one topic become one; notices too long for a notification name no ids. */
function payloadOf(from: string, notices: readonly Notice[]): string {
  const byTopic = [...Map.groupBy(notices, ({ topic }) => topic)]
  const merged = byTopic.map(([topic, same]) => ({ topic, ids: mergedIds(same) }))
  const payload = JSON.stringify({ from, notices: merged })
  if (Buffer.byteLength(payload) <= payloadBytesMax) return payload
  return JSON.stringify({ from, notices: byTopic.map(([topic]) => ({ topic, ids: [] })) })
}

function mergedIds(notices: readonly Notice[]): readonly string[] {
  if (notices.some(({ ids }) => ids.length === 0)) return []
  return [...new Set(notices.flatMap(({ ids }) => ids))]
}

/** A notification that a newer release wrote in another form wakes everything. */
function readPayload(payload: string | undefined): z.output<typeof payloadSchema> | undefined {
  return payloadSchema.safeParse(tryJson(payload ?? '')).data
}
