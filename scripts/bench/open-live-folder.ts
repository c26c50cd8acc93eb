// A fresh folder for an appliance with a live API key, and a simulator of Smile ID for it.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSmileIdSimulator } from '../../server/demo/smile-id-simulator/simulator.ts'
import { systemClock } from '../../server/kernel/clock.ts'
import { createKey, environmentOf, initAppliance } from './child-server.ts'
import { freePort } from './free-port.ts'

const credentials = { partnerId: '042', apiKey: 'bench-partner-key' }

/** Initialises the folder; a server can start with `env`. */
export async function openLiveFolder(resultDelayMs?: number) {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-live-'))
  const delay = resultDelayMs === undefined ? {} : { resultDelayMs }
  const simulator = await startSmileIdSimulator({ clock: systemClock, credentials, ...delay })
  const smile = { ...credentials, baseUrl: simulator.baseUrl }
  const env = environmentOf({ folder, port: await freePort(), smile })
  await initAppliance(env)
  return {
    env,
    key: await createKey(env, 'live'),
    simulator,
    async close() {
      await simulator.close()
      rmSync(folder, { recursive: true })
    },
  }
}
