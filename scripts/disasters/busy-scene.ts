// A fresh folder for a server, with keys of both environments, a simulator of the provider and a receiver of webhooks,
// which outlive each server on the folder.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type SmileIdSimulator,
  startSmileIdSimulator,
} from '../../server/demo/smile-id-simulator/simulator.ts'
import { systemClock } from '../../server/kernel/clock.ts'
import { createKey, environmentOf, initAppliance } from '../bench/child-server.ts'
import { freePort } from '../bench/free-port.ts'
import { type KillLedger, openKillLedger } from '../bench/webhooks/kill-ledger.ts'
import type { ClientKeys } from './busy-clients.ts'

export interface BusyScene {
  readonly folder: string
  /** Of a server, whose data folder is `dataDir`. */
  readonly env: Readonly<Record<string, string>>
  readonly dataDir: string
  readonly keys: ClientKeys
  readonly simulator: SmileIdSimulator
  readonly ledger: KillLedger
  close(): Promise<void>
}

const credentials = { partnerId: '044', apiKey: 'disaster-partner-key' }

export async function openBusyScene({
  resultDelayMs,
  settings = {},
}: {
  readonly resultDelayMs: number
  readonly settings?: Readonly<Record<string, string>>
}): Promise<BusyScene> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-disaster-'))
  const simulator = await startSmileIdSimulator({ clock: systemClock, credentials, resultDelayMs })
  const ledger = await openKillLedger(() => 1)
  const close = async () => {
    await ledger.close()
    await simulator.close()
    rmSync(folder, { recursive: true })
  }
  try {
    const smile = { ...credentials, baseUrl: simulator.baseUrl }
    const env: BusyScene['env'] = {
      ...environmentOf({ folder, port: await freePort(), smile }),
      SVC_OPS_PORT: '0',
      SVC_WEBHOOK_ALLOW_LOOPBACK: 'yes',
      ...settings,
    }
    await initAppliance(env)
    const keys = { sandbox: await createKey(env, 'sandbox'), live: await createKey(env, 'live') }
    return { folder, env, dataDir: env.SVC_DATA_DIR ?? '', keys, simulator, ledger, close }
  } catch (error) {
    await close()
    throw error
  }
}
