// An installation for the tests of `svc webhooks`: loopback is open, as in development, so that receivers
// of a test can be registered; no server runs. Deliveries are written as a server would write them.

import assert from 'node:assert/strict'
import { appendFileSync } from 'node:fs'
import type { TestContext } from 'node:test'
import { type Appliance, openAppliance } from '../../../server/appliance.ts'
import { loadConfig } from '../../../server/config.ts'
import type { Delivery } from '../../../server/deliveries/delivery.ts'
import { systemClock } from '../../../server/kernel/clock.ts'
import { silentLog } from '../../../server/kernel/log.ts'
import { keepDeliveries } from '../../support/deliveries.ts'
import { type LedgerReceiver, startLedgerReceiver } from '../../support/scenes/delivery-scene.ts'
import { type Installation, install } from '../installation.ts'
import type { Ran, RunInput } from '../memory-shell.ts'

export interface WebhookInstallation extends Installation {
  /** `svc webhooks ...` */
  run(args: readonly string[], input?: RunInput): Promise<Ran>
  /** What `svc webhooks ... --json` prints, with what was expected to be its status. */
  read(args: readonly string[], status?: number): Promise<Record<string, unknown>>
  /** The id of a live webhook at a URL where nothing is. */
  register(...more: readonly string[]): Promise<string>
  /** The core over the same files, while `work` lasts. */
  within<Result>(work: (appliance: Appliance) => Promise<Result>): Promise<Result>
  keep(...deliveries: readonly Delivery[]): Promise<void>
}

export const nowhere = 'https://127.0.0.1:9/svc'

export async function installForWebhooks(t: TestContext): Promise<WebhookInstallation> {
  const installation = await install(t)
  const { configFile } = installation
  appendFileSync(configFile, '\nSVC_WEBHOOK_ALLOW_LOOPBACK=yes\n')
  const run: WebhookInstallation['run'] = (args, input) =>
    installation.svc(['webhooks', ...args], input)
  const within: WebhookInstallation['within'] = async (work) => {
    const loaded = loadConfig({ profile: 'appliance', env: {}, configFile })
    const appliance = await openAppliance(loaded, { log: silentLog })
    return work(appliance).finally(() => appliance.close())
  }
  return {
    ...installation,
    run,
    within,
    async read(args, expected = 0) {
      const { status, out, err } = await run([...args, '--json'])
      assert.equal(status, expected, err)
      return JSON.parse(out || err)
    },
    async register(...more) {
      const url = more.includes('--url') ? [] : ['--url', nowhere]
      const made = ['webhooks', 'create', '--env', 'live', ...url, ...more]
      return String((await installation.json(made)).id)
    },
    keep: (...deliveries) => within(({ db }) => keepDeliveries(db, ...deliveries)),
  }
}

/** Answers 204 unless told otherwise; closes with the test. */
export function openReceiver(t: TestContext): Promise<LedgerReceiver> {
  return startLedgerReceiver(t, systemClock)
}
