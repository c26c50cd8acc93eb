// A dispatcher over a real database with a fake sender whose requests the test ends, for tests of the order
// and number of requests.

import type { TestContext } from 'node:test'
import type { Keyring } from '../../../server/crypto/keyring.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import type { AttemptResponse } from '../../../server/deliveries/attempt-response.ts'
import type { DeliveryRequest } from '../../../server/deliveries/build-request.ts'
import type { DeliveryPriority } from '../../../server/deliveries/delivery.ts'
import { Dispatcher } from '../../../server/deliveries/dispatcher.ts'
import type { LeaseNodes } from '../../../server/deliveries/lease-nodes.ts'
import { publishEvent } from '../../../server/deliveries/publish-event.ts'
import type { NewEvent } from '../../../server/events/record-event.ts'
import type { Clock } from '../../../server/kernel/clock.ts'
import { newId } from '../../../server/kernel/ids.ts'
import { generateSecret } from '../../../server/webhooks/sign.ts'
import type { Webhook } from '../../../server/webhooks/webhook.ts'
import { encryptSecrets } from '../../../server/webhooks/webhook-secrets.ts'
import { insertWebhook } from '../../../server/webhooks/webhook-store.ts'
import { captureLog } from '../captured-log.ts'
import { openTestDatabase, type TestDatabase } from '../database.ts'
import type { ManualClock } from '../manual-clock.ts'
import { onlyNode } from '../only-node.ts'
import { testKeyring } from '../test-keyring.ts'
import { until } from '../turns.ts'

/** A request that is open until the test ends it. */
interface Sent {
  readonly path: string
  readonly deliveryId: string
  readonly headers: Readonly<Record<string, string>>
  end(response: AttemptResponse): void
}

export interface DispatchScene extends TestDatabase {
  readonly dispatcher: Dispatcher
  readonly logLines: readonly string[]
  /** Every request so far, in the order in which they began. */
  readonly sent: readonly Sent[]
  /** Requests that are open. */
  underWay(): readonly Sent[]
  /** Called for each request as it begins, which may end it at once. */
  onSend(decide: (sent: Sent) => void): void
  /** Registers a webhook at `https://receiver.example/<name>`; returns its id. */
  register(name: string): Promise<string>
  /** Publishes `count` events, each delivered to every webhook. */
  publishEvent(count: number): Promise<void>
  /**
   * Starts another dispatcher on the same database, as a restart would, or another node, whose clock may be wrong. The
   * database's clock is that of the scene.
   */
  startAnother(nodes?: LeaseNodes, clock?: Clock): Dispatcher
  /** Sets the clock of the database ahead of that of the scene. */
  setDatabaseAhead(byMs: number): void
  count(state: string): number
}

export const ok: AttemptResponse = {
  kind: 'answered',
  status: 204,
  retryAfterMs: undefined,
  durationMs: 1,
}
export const serverError: AttemptResponse = { ...ok, status: 500 }

export async function openDispatchScene(
  t: TestContext,
  nodes: LeaseNodes = onlyNode('boot_1'),
  clockOf: (right: ManualClock) => Clock = (right) => right,
): Promise<DispatchScene> {
  const database = await openTestDatabase(t)
  const { db, clock } = database
  const { log, lines } = captureLog(clock)
  const keyring = testKeyring()
  const sender = openSender()
  const config = { webhooks: settings }
  const needs = { db, clock, log, keyring, webhookSender: sender, config }
  const dispatchers: Dispatcher[] = []
  let databaseAheadMs = 0
  const leaseTime = async () => clock.now() + databaseAheadMs
  const start = (liveNodes: LeaseNodes, own: Clock = clock) => {
    const dispatcher = new Dispatcher({ ...needs, clock: own, leaseTime, liveNodes })
    dispatchers.push(dispatcher)
    return dispatcher
  }
  const dispatcher = start(nodes, clockOf(clock))
  t.after(() => stopAll(dispatchers, sender, clock))
  const wakeDeliveries = (ids: readonly string[], priority: DeliveryPriority) =>
    dispatchers.at(-1)?.wake(ids, priority)
  const publishing = { clock, keyring, wakeDeliveries }
  return {
    ...database,
    dispatcher,
    logLines: lines,
    sent: sender.sent,
    underWay: sender.underWay,
    onSend: sender.onSend,
    register: (name) => register({ db, clock, keyring }, name),
    publishEvent: (count) =>
      inTransaction(db, async (trx) => {
        for (let made = 0; made < count; made += 1) {
          await publishEvent(publishing, trx, newEvent(clock.now(), made))
        }
      }),
    startAnother: (liveNodes = onlyNode('boot_2'), own) => start(liveNodes, own),
    setDatabaseAhead(byMs) {
      databaseAheadMs = byMs
    },
    count(state) {
      const query = 'select count(*) from webhook_deliveries where state = ?'
      return Number(db.raw.prepare(query).pluck().get(state))
    },
  }
}

const settings = {
  retryDelaysMs: [60_000, 60_000, 60_000, 60_000],
  maxFailedAttempts: 5,
  deactivateOnGone: false,
  timeoutMs: 10_000,
}

/** A sender without a network. */
function openSender() {
  const sent: Sent[] = []
  const open = new Set<Sent>()
  let decide: (sent: Sent) => void = () => {}
  return {
    sent,
    underWay: () => [...open],
    onSend(next: (sent: Sent) => void) {
      decide = next
    },
    send(request: DeliveryRequest & { readonly signal: AbortSignal }): Promise<AttemptResponse> {
      return new Promise((resolve) => {
        const one: Sent = {
          path: request.url.pathname,
          deliveryId: String(request.headers['svc-delivery-id']),
          headers: request.headers,
          end(response) {
            open.delete(one)
            resolve(response)
          },
        }
        request.signal.addEventListener('abort', () =>
          one.end({ kind: 'failed', error: 'aborted', durationMs: 1 }),
        )
        sent.push(one)
        open.add(one)
        decide(one)
      })
    },
  }
}

async function stopAll(
  dispatchers: readonly Dispatcher[],
  sender: ReturnType<typeof openSender>,
  clock: ManualClock,
): Promise<void> {
  for (const one of sender.underWay()) one.end(ok)
  let isOver = false
  void Promise.all(dispatchers.map((one) => one.stop(0))).finally(() => {
    isOver = true
  })
  await until(() => {
    clock.advance(1)
    return isOver
  })
}

async function register(
  { db, clock, keyring }: Pick<TestDatabase, 'db' | 'clock'> & { readonly keyring: Keyring },
  name: string,
): Promise<string> {
  const webhook: Webhook = {
    id: newId('wh', clock.now()),
    environment: 'live',
    url: `https://receiver.example/${name}`,
    events: ['verification.completed'],
    description: undefined,
    active: true,
    timestampMode: 'auto',
    clientCertificate: undefined,
    version: 1,
    failingSince: undefined,
    createdAt: clock.now(),
  }
  const secret = { current: generateSecret(), next: undefined }
  const encrypted = { secrets: encryptSecrets(keyring, webhook.id, secret), clientKey: undefined }
  await inTransaction(db, (trx) => insertWebhook(trx, webhook, encrypted))
  return webhook.id
}

function newEvent(nowMs: number, made: number): NewEvent {
  return {
    environment: 'live',
    type: 'verification.completed',
    subjectId: newId('ver', nowMs),
    payload: { made },
    dataKey: undefined,
  }
}

/** The nodes of one database, as a list that the test changes. */
interface NodeRoster {
  /** The view of this node, which joins the list. */
  join(id: string): LeaseNodes
  list(): readonly string[]
  /** The node is not listed any more, as one whose sign of life is overdue. It may still run. */
  miss(id: string): void
  /** The node has ended for certain. */
  lose(id: string): void
  /** The node gives a sign of life again. The others have not seen it yet. */
  comeBack(id: string): void
}

export function openNodeRoster(): NodeRoster {
  const live = new Set<string>()
  const gone = new Set<string>()
  const returned = new Set<string>()
  return {
    join(id) {
      live.add(id)
      return {
        id,
        isAlone: false,
        workingNodes: () => [...live],
        servingNodes: () => live.size,
        // A node that is not listed any more knows that it is late, too.
        holdsLease: () => live.has(id) && (!gone.has(id) || returned.has(id)),
        isGone: (other) => gone.has(other),
        isStillGone: async (_trx, other) => gone.has(other) && !returned.has(other),
      }
    },
    list: () => [...live],
    miss: (id) => void live.delete(id),
    lose(id) {
      live.delete(id)
      gone.add(id)
    },
    comeBack(id) {
      live.add(id)
      returned.add(id)
    },
  }
}
