// What the use cases of webhooks need, real and closed to the world: names are looked up in a hosts file
// of the test's own, and the only name server there is does not answer.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { createWebhookSender } from '../../../server/deliveries/sender.ts'
import { createTestSlots } from '../../../server/deliveries/test-slots.ts'
import { createHostResolver } from '../../../server/egress/resolve-host.ts'
import { createTargetPolicy } from '../../../server/egress/target-policy.ts'
import { openTestDatabase } from '../../support/database.ts'
import { testKeyring } from '../../support/test-keyring.ts'

/** @param hosts Addresses by name, with spaces between them. */
export async function openWebhookNeeds(
  t: TestContext,
  hosts: Readonly<Record<string, string>> = {},
) {
  const database = await openTestDatabase(t)
  const { clock } = database
  const hostsFile = join(database.folder, 'hosts')
  const lines = Object.entries(hosts).flatMap(([name, addresses]) =>
    addresses.split(' ').map((address) => `${address} ${name}`),
  )
  writeFileSync(hostsFile, lines.join('\n'))
  const policy = createTargetPolicy({
    allow: [],
    allowLoopback: false,
    ownPorts: new Set(),
    ownAddresses: () => [],
  })
  const resolver = createHostResolver({ clock, hostsFile, servers: ['127.0.0.1:1'] })
  const webhookTargets = { policy, resolver }
  const webhookSender = createWebhookSender({ ...webhookTargets, clock, timeoutMs: 10_000 })
  t.after(() => webhookSender.close())
  const testSlots = createTestSlots()
  return { ...database, keyring: testKeyring(), webhookTargets, webhookSender, testSlots }
}
