// The environment of the usage model: a server in a child process that can be killed, simulators of the provider and
// the engine, API keys, and the outcomes so far.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Appliance } from '../../server/appliance.ts'
import { fromCommandLine } from '../../server/audit/audit.ts'
import { type DemoEngine, startDemoEngine } from '../../server/demo/scoring-engine/engine.ts'
import type { OutcomePolicy } from '../../server/demo/smile-id-simulator/outcomes.ts'
import { startSmileIdSimulator } from '../../server/demo/smile-id-simulator/simulator.ts'
import { systemClock } from '../../server/kernel/clock.ts'
import { createKey } from '../../server/keys/create-key.ts'
import { revokeKey } from '../../server/keys/revoke-key.ts'
import { type ChildServer, environmentOf, initAppliance, startServer } from './child-server.ts'
import { freePort } from './free-port.ts'
import { insideAppliance } from './inside-appliance.ts'
import {
  type Answer,
  expectMetered,
  type Keys,
  type Operation,
  type Outcomes,
  send,
} from './usage-operations.ts'

type Environment = ReturnType<typeof environmentOf>

/** `server` is replaced at every restart. */
export interface Scene {
  readonly env: Environment
  readonly keys: Keys
  readonly engine: DemoEngine
  readonly outcomes: Outcomes
  server: ChildServer
  close(): Promise<void>
}

const scoringTimeoutMs = 1_000
const token = 'usage-model-engine-token'
const credentials = { partnerId: '043', apiKey: 'usage-model-partner-key' }

export async function openScene(): Promise<Scene> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-usage-'))
  const simulator = await startSmileIdSimulator({
    clock: systemClock,
    credentials,
    outcome: outcomesInTurn(),
    resultDelayMs: 300,
  })
  const engine = await startDemoEngine({ token, slowMs: 3 * scoringTimeoutMs })
  const smile = { ...credentials, baseUrl: simulator.baseUrl }
  const env = {
    ...environmentOf({ folder, port: await freePort(), smile }),
    SVC_RATE_LIMIT_UNAUTHENTICATED_PER_MINUTE: '100000',
    SVC_SCORING_URL: `${engine.url}/v1/score`,
    SVC_SCORING_TOKEN: token,
    SVC_SCORING_TIMEOUT: `${scoringTimeoutMs}ms`,
    // Inspecting the images takes longer than everything else and does not affect usage.
    SVC_PREFLIGHT: 'off',
  }
  await initAppliance(env)
  const keys = await insideAppliance(env, makeKeys)
  const outcomes: Outcomes = {
    metered: new Map(),
    answers: {},
    sandboxIds: [],
    live: new Map(),
    sent: [],
    counted: new Set(),
  }
  const scene: Scene = {
    env,
    keys,
    engine,
    outcomes,
    server: await startServer(env),
    async close() {
      await scene.server.kill('SIGKILL')
      await engine.close()
      await simulator.close()
      rmSync(folder, { recursive: true })
    },
  }
  return scene
}

const jobOutcomes = [
  'approved',
  'approved',
  'approved',
  'declined',
  'job_failed',
  'wallet_empty',
] as const

/** Assigns outcomes in turn; a job keeps its outcome. */
function outcomesInTurn(): OutcomePolicy {
  const jobs = new Map<string, number>()
  return ({ partnerParams: { job_id } }) => {
    const turn = jobs.get(job_id) ?? jobs.size
    jobs.set(job_id, turn)
    return { outcome: jobOutcomes[turn % jobOutcomes.length] ?? 'approved' }
  }
}

export async function killAndStart(scene: Scene): Promise<void> {
  await scene.server.kill('SIGKILL')
  scene.server = await startServer(scene.env)
}

export async function work(scene: Scene, operation: Operation): Promise<Answer> {
  const { outcomes } = scene
  const answers = await Promise.all(
    Array.from({ length: operation.copies }, () => settle(scene, operation)),
  )
  const answer = answers.find(({ status }) => status < 300) ?? answers[0]
  if (!answer) throw new Error('an operation is sent once at least')
  const name = `${operation.apiKey} ${operation.path} ${answer.status} ${answer.code}`.trim()
  outcomes.answers[name] = (outcomes.answers[name] ?? 0) + 1
  outcomes.sent.push(operation)
  expectMetered(outcomes, operation, answer)
  return answer
}

/** Repeats the operation until it has a final answer: the server may be down, or the first request in progress. */
async function settle(scene: Scene, operation: Operation) {
  for (;;) {
    try {
      const answer = await send(scene.server.url, scene.keys, operation)
      if (answer.code !== 'idempotency_in_progress') return answer
    } catch (error) {
      // The connection was refused or closed before the answer was complete.
      if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error
    }
    await pause(20)
  }
}

export async function read(scene: Scene, apiKey: keyof Keys, path: string): Promise<unknown> {
  const headers = { Authorization: `Bearer ${scene.keys[apiKey]}` }
  const response = await fetch(`${scene.server.url}/v1${path}`, { headers })
  if (response.status !== 200) throw new Error(`${path} was answered with ${response.status}`)
  return ((await response.json()) as { data: unknown }).data
}

async function makeKeys(appliance: Appliance): Promise<Keys> {
  const make = (environment: 'sandbox' | 'live') =>
    createKey(appliance, fromCommandLine, {
      name: 'model',
      environment,
      scopes: ['kyc.verify', 'kyc.read', 'score.get', 'usage.read'],
      allowedCidrs: [],
      expiresAt: undefined,
    })
  const revoked = await make('sandbox')
  await revokeKey(appliance, fromCommandLine, revoked.key.id)
  return {
    sandbox: (await make('sandbox')).text,
    live: (await make('live')).text,
    revoked: revoked.text,
  }
}
