// What the tests of sending share: a sender with its policy, and a receiver, both gone when the test ends.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { AttemptResponse } from '../../../server/deliveries/attempt-response.ts'
import {
  createWebhookSender,
  type SendRequest,
  type WebhookSender,
} from '../../../server/deliveries/sender.ts'
import { createHostResolver, type HostResolver } from '../../../server/egress/resolve-host.ts'
import { createTargetPolicy, type TargetPolicy } from '../../../server/egress/target-policy.ts'
import { type Clock, systemClock } from '../../../server/kernel/clock.ts'
import { allowedTargets } from '../../../server/settings/setting-targets.ts'
import {
  type AnswerQuestion,
  type DnsServer,
  startDnsServer,
} from '../../support/servers/dns-server.ts'
import {
  type Behave,
  type ReceiverOptions,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../support/servers/webhook-receiver.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { turns } from '../../support/turns.ts'

interface PolicyChoice {
  /** As in SVC_WEBHOOK_ALLOW. */
  readonly allow?: string
  readonly allowLoopback?: boolean
  readonly ownPorts?: readonly number[]
}

export function policyOf(choice: PolicyChoice = {}): TargetPolicy {
  const allow = allowedTargets.parse(choice.allow ?? 'none', '/')
  if (allow === undefined) throw new Error(`not an allow list: ${choice.allow}`)
  return createTargetPolicy({
    allow,
    allowLoopback: choice.allowLoopback ?? false,
    ownPorts: new Set(choice.ownPorts),
    ownAddresses: () => [],
  })
}

export interface SendingOptions extends PolicyChoice {
  readonly timeoutMs?: number
  readonly extraCa?: string
  /** Of the resolver. */
  readonly clock?: Clock
  readonly senderClock?: Clock
  /** Lines of the hosts file. */
  readonly hosts?: readonly string[]
  /** What the only name server says; nothing has an address unless said. */
  readonly dns?: AnswerQuestion
  readonly dnsBudgetMs?: number
}

interface Sending {
  readonly policy: TargetPolicy
  readonly resolver: HostResolver
  readonly sender: WebhookSender
  readonly dns: DnsServer
  send(url: URL | string, more?: Partial<SendRequest>): Promise<AttemptResponse>
  /** The status, or the error in its place. */
  outcomeOf(url: URL | string, more?: Partial<SendRequest>): Promise<number | string>
}

export async function openSending(t: TestContext, options: SendingOptions = {}): Promise<Sending> {
  const policy = policyOf(options)
  const dns = await startDnsServer(options.dns ?? (() => []))
  t.after(() => dns.close())
  const resolver = createHostResolver({
    clock: options.clock ?? systemClock,
    hostsFile: hostsFileOf(t, options.hosts ?? []),
    servers: [dns.address],
    budgetMs: options.dnsBudgetMs ?? 2_000,
  })
  const { timeoutMs = 5_000, extraCa, senderClock: clock = systemClock } = options
  const sender = createWebhookSender({ policy, resolver, timeoutMs, extraCa, clock })
  t.after(() => sender.close())
  const send: Sending['send'] = (url, more) =>
    sender.send({
      url: new URL(url),
      headers: { 'content-type': 'application/json', 'svc-event-id': 'evt_1' },
      body: Buffer.from('{"event":"verification.completed"}'),
      signal: new AbortController().signal,
      ...more,
    })
  const outcomeOf: Sending['outcomeOf'] = async (url, more) => {
    const exchange = await send(url, more)
    return exchange.kind === 'answered' ? exchange.status : exchange.error
  }
  return { policy, resolver, sender, dns, send, outcomeOf }
}

/** Undici lets a connection rest for a turn of the loop before it uses it again. */
export const connectionIsFree = () => turns(2)

export async function openReceiver(
  t: TestContext,
  behave: Behave,
  options?: ReceiverOptions,
): Promise<WebhookReceiver> {
  const receiver = await startWebhookReceiver(behave, options)
  t.after(() => receiver.close())
  return receiver
}

function hostsFileOf(t: TestContext, lines: readonly string[]): string {
  const file = join(tempFolder(t), 'hosts')
  writeFileSync(file, lines.join('\n'))
  return file
}
