// What tests of several dispatchers on one database share: time in steps, leases, and endpoints for each node.

import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Dispatcher } from '../../../server/deliveries/dispatcher.ts'
import { preferredNode } from '../../../server/deliveries/preferred-node.ts'
import { turns } from '../turns.ts'
import { type DispatchScene, openDispatchScene, openNodeRoster } from './dispatch-scene.ts'

/** Enough for the work of one moment: the requests of these tests end in the turn that they begin in, or stay open. */
export const turnsOfAMoment = 300

/** Moves the clock by seconds, so that every node polls in each of them. */
export async function pass(scene: DispatchScene, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    scene.clock.advance(1_000)
    await turns(turnsOfAMoment)
  }
}

interface Beginning {
  readonly events?: number
  readonly onSend?: Parameters<DispatchScene['onSend']>[0]
  readonly clockOf?: Parameters<typeof openDispatchScene>[2]
}

/** Opens a scene whose only node, `a`, has begun to send the events of its one endpoint. */
export async function openSending(t: TestContext, { events = 1, onSend, clockOf }: Beginning = {}) {
  const roster = openNodeRoster()
  const scene = await openDispatchScene(t, roster.join('a'), clockOf)
  const webhookId = await scene.register('w0')
  if (onSend) scene.onSend(onSend)
  await scene.publishEvent(events)
  scene.dispatcher.start()
  await turns(turnsOfAMoment)
  return { roster, scene, webhookId }
}

export async function settle(dispatchers: readonly Dispatcher[]): Promise<void> {
  for (const dispatcher of dispatchers) await dispatcher.idle()
}

export function leasesOf({ db }: DispatchScene): Record<string, string> {
  const rows = db.raw.prepare('select webhook_id, node_id from webhook_leases').all()
  const leases = rows as { readonly webhook_id: string; readonly node_id: string }[]
  return Object.fromEntries(leases.map(({ webhook_id, node_id }) => [webhook_id, node_id]))
}

export async function registerSome(
  scene: DispatchScene,
  count: number,
): Promise<readonly string[]> {
  const ids = []
  for (let number = 0; number < count; number += 1) ids.push(await scene.register(`w${number}`))
  return ids
}

/** Returns the id of a node that the endpoint prefers to the node `a`. */
export function rosterIdThatIsPreferred(webhookId: string): string {
  for (let number = 0; ; number += 1) {
    if (preferredNode(webhookId, ['a', `n${number}`]) !== 'a') return `n${number}`
  }
}

export function assertSentOnce({ sent }: DispatchScene, count: number): void {
  assert.equal(sent.length, count)
  assert.equal(new Set(sent.map(({ deliveryId }) => deliveryId)).size, count)
}
