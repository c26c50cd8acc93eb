// The keys, webhooks and doings of staff of the demo's invented fortnight, through the same use cases as
// the console and the command line.

import type { AuditOrigin } from '../audit/audit.ts'
import { createKey } from '../keys/create-key.ts'
import { type Environment, type Scope, scopesDefault } from '../keys/key.ts'
import { revokeKey } from '../keys/revoke-key.ts'
import { rotateKey } from '../keys/rotate-key.ts'
import { readPeople } from '../staff/read-people.ts'
import type { Role } from '../staff/role.ts'
import { signIn } from '../staff/sign-in.ts'
import { listDeliveries } from '../webhooks/delivery-view.ts'
import { registerWebhook } from '../webhooks/register-webhook.ts'
import { replayDelivery } from '../webhooks/replay-delivery.ts'
import { rotateSecret } from '../webhooks/rotate-secret.ts'
import { sendTest } from '../webhooks/send-test.ts'
import { type DemoKeys, ensureDemoKeys } from './demo-keys.ts'
import { type DemoMember, ensureDemoStaff } from './demo-staff.ts'
import type { Channel } from './invented/cast.ts'
import { fortnightMs } from './invented/moments.ts'
import type { PastAppliance } from './past-appliance.ts'

export interface SeededAccess {
  readonly demoKeys: DemoKeys
  readonly staff: readonly DemoMember[]
  /** Of the client's systems. */
  readonly keys: Readonly<Record<Channel, string>>
  /** What is done later in the fortnight, in order. */
  readonly happenings: readonly Happening[]
}

export interface Happening {
  readonly at: number
  happen(): Promise<unknown>
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** The bank's own network, as far as there is one: the addresses are those of documentation. */
const officeAddress = '192.0.2.17'

/** What stands from the first day on. */
export async function seedAccess(past: PastAppliance): Promise<SeededAccess> {
  const { appliance, clock } = past
  const startMs = clock.now()
  const demoKeys = await ensureDemoKeys(appliance, {})
  const staff = await ensureDemoStaff(appliance, {})
  const by = await originsOf(past)
  await past.reach(startMs + 20 * minuteMs)
  const made = await createKeys(past, by)
  await past.reach(startMs + 25 * minuteMs)
  const webhookId = await register(past, by('developer'), {
    url: `${past.receiver.url}/`,
    description: 'Core banking, customer file',
  })
  const scene = { past, by, startMs, webhookId, made, staff }
  const keys = { mobile: made.mobile.text, branches: made.branches.text, tests: made.tests.text }
  return { demoKeys, staff, keys, happenings: happeningsIn(scene) }
}

type OriginBy = (role: Role) => AuditOrigin

async function originsOf({ appliance }: PastAppliance): Promise<OriginBy> {
  const people = await readPeople(appliance, { limit: 10, after: undefined })
  return (role) => {
    const id = people.find((one) => one.role === role)?.id
    const actor = { kind: 'staff', id } as const
    return { actor, clientAddress: officeAddress, requestId: undefined }
  }
}

interface KeyPlan {
  readonly name: string
  readonly environment: Environment
  readonly scopes: readonly Scope[]
  readonly allowedCidrs?: readonly string[]
  readonly lifeMs?: number
}

const keyPlans = {
  mobile: {
    name: 'Mobile app',
    environment: 'live',
    scopes: ['kyc.verify', 'kyc.read', 'score.get'],
    lifeMs: 180 * dayMs,
  },
  branches: {
    name: 'Branches',
    environment: 'live',
    scopes: ['kyc.verify', 'kyc.read', 'score.get'],
    allowedCidrs: ['192.0.2.0/24'],
  },
  reports: {
    name: 'Monthly report',
    environment: 'live',
    scopes: ['usage.read'],
    lifeMs: 19 * dayMs,
  },
  core: {
    name: 'Core banking',
    environment: 'live',
    scopes: ['kyc.read', 'webhooks.manage'],
    lifeMs: 90 * dayMs,
  },
  tests: { name: 'Integration tests', environment: 'sandbox', scopes: scopesDefault },
  trial: { name: 'Trial', environment: 'sandbox', scopes: ['kyc.verify'], lifeMs: 9 * dayMs },
  agency: { name: 'Agency website', environment: 'sandbox', scopes: ['kyc.verify', 'kyc.read'] },
} as const satisfies Readonly<Record<string, KeyPlan>>

type MadeKeys = Readonly<
  Record<keyof typeof keyPlans, { readonly id: string; readonly text: string }>
>

async function createKeys({ appliance, clock }: PastAppliance, by: OriginBy): Promise<MadeKeys> {
  const make = async (plan: KeyPlan) => {
    const { name, environment, scopes, allowedCidrs = [], lifeMs } = plan
    const expiresAt = lifeMs === undefined ? undefined : clock.now() + lifeMs
    const asked = { name, environment, scopes, allowedCidrs, expiresAt }
    const { key, text } = await createKey(appliance, by('administrator'), asked)
    return { id: key.id, text }
  }
  return {
    mobile: await make(keyPlans.mobile),
    branches: await make(keyPlans.branches),
    reports: await make(keyPlans.reports),
    core: await make(keyPlans.core),
    tests: await make(keyPlans.tests),
    trial: await make(keyPlans.trial),
    agency: await make(keyPlans.agency),
  }
}

async function register(
  { appliance }: PastAppliance,
  by: AuditOrigin,
  { url, description }: { readonly url: string; readonly description: string },
): Promise<string> {
  const { webhook } = await registerWebhook(appliance, by, {
    environment: 'live',
    url,
    description,
    events: ['verification.completed', 'verification.failed'],
    active: true,
    timestampMode: 'auto',
    clientCertificate: undefined,
  })
  return webhook.id
}

interface Scene {
  readonly past: PastAppliance
  readonly by: OriginBy
  readonly startMs: number
  /** Of the webhook in order. */
  readonly webhookId: string
  readonly made: MadeKeys
  readonly staff: readonly DemoMember[]
}

function happeningsIn({ past, by, startMs, webhookId, made, staff }: Scene): readonly Happening[] {
  const { appliance } = past
  const signal = new AbortController().signal
  const healthy = { id: webhookId, environment: 'live' } as const
  let failingId = ''
  const midnight = startMs - (startMs % dayMs)
  const on = (day: number, hour: number, happen: Happening['happen']): Happening => ({
    at: midnight + day * dayMs + hour * hourMs,
    happen,
  })
  const visit = (role: Role) => () => enter(past, staff, role)
  return [
    on(1, 8.4, visit('developer')),
    on(1, 8.6, () => sendTest(appliance, by('developer'), { ...healthy, signal })),
    on(4, 9.1, visit('administrator')),
    on(4, 9.3, () =>
      rotateKey(appliance, by('administrator'), { id: made.core.id, graceMs: 7 * dayMs }),
    ),
    on(6, 10.2, () => revokeKey(appliance, by('administrator'), made.agency.id)),
    on(8, 8.9, visit('auditor')),
    on(9, 14.5, () =>
      rotateSecret(appliance, by('developer'), {
        ...healthy,
        activatesInMs: dayMs,
        replacesPending: false,
      }),
    ),
    on(12, 9.2, visit('reviewer')),
    // From here on one receiver refuses everything.
    on(12, 9.6, async () => {
      const url = `${past.receiver.url}/status/503`
      failingId = await register(past, by('developer'), { url, description: 'Customer letters' })
    }),
    {
      at: startMs + fortnightMs - 40 * minuteMs,
      happen: () => replayFailed(past, by('developer'), failingId),
    },
  ]
}

/** Signs in as at any door; the session has run out by the end of the fortnight. */
async function enter(
  { appliance }: PastAppliance,
  staff: readonly DemoMember[],
  role: Role,
): Promise<void> {
  const member = staff.find((one) => one.role === role)
  if (member?.password === undefined) return
  const { email, password } = member
  const visitor = {
    clientAddress: officeAddress,
    network: officeAddress,
    area: officeAddress,
    browser: 'Invented browser',
    requestId: '',
  }
  await signIn(appliance, visitor, { email, password })
}

async function replayFailed(
  { appliance }: PastAppliance,
  by: AuditOrigin,
  webhookId: string,
): Promise<void> {
  const page = { limit: 2, after: undefined }
  const filter = { state: 'failed' } as const
  const [failed, another] = await listDeliveries(appliance.db.reader, webhookId, filter, page)
  // One is left as it is, to be looked at.
  if (failed === undefined || another === undefined) return
  await replayDelivery(appliance, by, { webhookId, deliveryId: failed.id })
}
