// The scene of the trial: an appliance, a user of each role and more, keys, a receiver of webhooks, and what they were
// answered.

import { createServer, type Server } from 'node:http'
import { scopes } from '../../../server/keys/key.ts'
import type { Role } from '../../../server/users/role.ts'
import { type ApiAnswer, type ApiCall, call } from '../../../test/support/api-client.ts'
import { openWork, type Reviewer, type WorkScene } from '../../../test/support/scenes/work-scene.ts'
import { listenLocally } from '../../bench/listen-locally.ts'
import { type RandomNumbers, randomNumbers } from '../../bench/random-numbers.ts'

export interface CrowdOptions {
  /** The same seed gives the same deeds in each actor's order, but not the same interleaving. */
  readonly seed: number
  readonly isOnPostgres?: boolean
  readonly isFourEyes?: boolean
}

interface Submitted {
  readonly id: string
  /** A name that occurs nowhere else. */
  readonly name: string
}

export interface Crowd {
  readonly work: WorkScene
  readonly random: RandomNumbers
  readonly staff: Readonly<Record<StaffName, Reviewer>>
  /** With every scope. */
  readonly keys: Readonly<Record<'sandbox' | 'live', string>>
  /** Ids of keys that nobody uses. */
  readonly spareKeys: readonly string[]
  /** Every acknowledged verification. */
  readonly submitted: Submitted[]
  /** What must not be, one line each. */
  readonly wrong: string[]
  /** Ids of the verifications that the receiver was told of. */
  readonly arrivals: Set<string>
  pick<Choice>(choices: readonly Choice[]): Choice | undefined
  nextName(): string
  /** Of the receiver, from now on. */
  answerWith(status: number): void
  /** Notes a failure of the server; refusals are as they should be. */
  api(path: string, request: ApiCall): Promise<ApiAnswer>
  console(name: StaffName, method: string, path: string, json?: unknown): Promise<ApiAnswer>
  signInAll(): Promise<void>
  close(): Promise<void>
}

const roleOf = {
  awa: 'reviewer',
  omar: 'reviewer',
  lead: 'lead',
  lead2: 'lead',
  admin: 'administrator',
  admin2: 'administrator',
  auditor: 'auditor',
} as const satisfies Record<string, Role>
type StaffName = keyof typeof roleOf
export const staffNames = Object.keys(roleOf) as StaffName[]
/** Who decides reviews. */
export const reviewers = ['awa', 'omar', 'lead', 'lead2'] as const

const settings = {
  SVC_RETENTION_SANDBOX: 'SN=30d',
  SVC_RETENTION_APPLICANT: 'SN=90d',
  SVC_RETENTION_APPLICANT_IMAGES: 'SN=7d',
  SVC_REVIEW_QUALITY_SAMPLE: '50',
}

export async function openCrowd({
  seed,
  isOnPostgres = false,
  isFourEyes = seed % 2 === 0,
}: CrowdOptions): Promise<Crowd> {
  const random = randomNumbers(seed)
  const SVC_REVIEW_FOUR_EYES = isFourEyes ? 'always' : 'never'
  const work = await openWork({ isOnPostgres, settings: { ...settings, SVC_REVIEW_FOUR_EYES } })
  const arrivals = new Set<string>()
  let status = 204
  const receiver = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    arrivals.add(subjectOf(Buffer.concat(parts).toString()))
    response.writeHead(status).end()
  })
  const receiverUrl = `http://127.0.0.1:${await listenLocally(receiver)}`
  const staff = { awa: work.awa, omar: work.omar } as Record<StaffName, Reviewer>
  for (const name of staffNames) staff[name] ??= await work.reviewer(name, roleOf[name])
  const keys = { sandbox: await work.key('sandbox', scopes), live: await work.key('live', scopes) }
  const wrong: string[] = []
  const noted = (what: string, answer: ApiAnswer) => {
    if (answer.status >= 500) wrong.push(`${what}: ${answer.status} ${answer.text.slice(0, 300)}`)
    return answer
  }
  let names = 0
  const crowd: Crowd = {
    work,
    random,
    staff,
    keys,
    spareKeys: await makeSpareKeys(staff.admin),
    submitted: [],
    wrong,
    arrivals,
    pick: (choices) => choices[Math.floor(random() * choices.length)],
    nextName: () => `Plantee${seed}x${names++}y`,
    answerWith(next) {
      status = next
    },
    api: async (path, request) => noted(path, await call(`${work.url}${path}`, request)),
    async console(name, method, path, json) {
      const more = json === undefined ? {} : { json }
      return noted(`${method} ${path}`, await staff[name].send(method, path, more))
    },
    async signInAll() {
      for (const name of staffNames) await staff[name].signIn(`${name}@bank.example`)
    },
    close: () => Promise.all([work.close(), closeServer(receiver)]).then(() => {}),
  }
  const events = ['verification.completed', 'verification.failed', 'review.closed']
  for (const [environment, key] of Object.entries(keys)) {
    await crowd.api('/webhooks', { key, json: { url: `${receiverUrl}/${environment}`, events } })
  }
  return crowd
}

function subjectOf(body: string): string {
  const { data } = JSON.parse(body) as { data: Readonly<Record<string, unknown>> }
  return String(data.verificationId ?? data.verification_id ?? data.id)
}

async function makeSpareKeys(admin: Reviewer): Promise<readonly string[]> {
  const json = { environment: 'sandbox', scopes: ['kyc.read'] }
  const ids: string[] = []
  for (const name of ['one', 'two', 'three']) {
    const { data } = await admin.post('/keys', { ...json, name })
    ids.push(String((data.api_key as { id?: string } | undefined)?.id ?? data.id))
  }
  return ids
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((closed) => server.close(() => closed()))
}
