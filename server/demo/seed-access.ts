// Seeds API keys, a webhook and the users' actions of the demo's invented fortnight, through the
// same use cases as the console and the CLI.

import type { AuditOrigin } from '../audit/audit.ts'
import { listDeliveries } from '../deliveries/delivery-view.ts'
import { replayDelivery } from '../deliveries/replay-delivery.ts'
import { sendTest } from '../deliveries/send-test.ts'
import { dayMs, hourMs, minuteMs } from '../kernel/durations.ts'
import type { Environment } from '../kernel/environment.ts'
import { createKey } from '../keys/create-key.ts'
import { type Scope, scopesDefault } from '../keys/key.ts'
import { revokeKey } from '../keys/revoke-key.ts'
import { rotateKey } from '../keys/rotate-key.ts'
import { readUsers } from '../users/read-users.ts'
import type { Role } from '../users/role.ts'
import { signIn } from '../users/sign-in/sign-in.ts'
import { registerWebhook } from '../webhooks/register-webhook.ts'
import { rotateSecret } from '../webhooks/rotate-secret.ts'
import { type DemoKeys, ensureDemoKeys } from './demo-keys.ts'
import { type DemoUser, ensureDemoUsers } from './demo-users.ts'
import type { Channel } from './invented/cast.ts'
import { fortnightMs } from './invented/moments.ts'
import type { PastAppliance } from './past-appliance.ts'

interface SeededAccess {
  readonly demoKeys: DemoKeys
  readonly users: readonly DemoUser[]
  /** API keys of the client's systems. */
  readonly keys: Readonly<Record<Channel, string>>
  /** Actions later in the fortnight, in order. */
  readonly actions: readonly ScheduledAction[]
}

export interface ScheduledAction {
  readonly at: number
  run(): Promise<unknown>
}

/** An address of the invented bank's network, from the range for documentation. */
const officeAddress = '192.0.2.17'

/** Creates everything that exists from the first day on. */
export async function seedAccess(past: PastAppliance): Promise<SeededAccess> {
  const { appliance, clock } = past
  const startMs = clock.now()
  const demoKeys = await ensureDemoKeys(appliance, {})
  const users = await ensureDemoUsers(appliance, {})
  const by = await originsOf(past)
  await past.reach(startMs + 20 * minuteMs)
  const made = await createKeys(past, by)
  await past.reach(startMs + 25 * minuteMs)
  const webhookId = await register(past, by('developer'), {
    url: `${past.receiver.url}/`,
    description: 'Core banking, customer file',
  })
  const scene = { past, by, startMs, webhookId, made, users }
  const keys = { mobile: made.mobile.text, branches: made.branches.text, tests: made.tests.text }
  return { demoKeys, users, keys, actions: actionsOf(scene) }
}

type OriginBy = (role: Role) => AuditOrigin

async function originsOf({ appliance }: PastAppliance): Promise<OriginBy> {
  const users = await readUsers(appliance, { limit: 10, after: undefined })
  return (role) => {
    const id = users.find((one) => one.role === role)?.id
    const actor = { kind: 'user', id } as const
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
  /** The healthy webhook. */
  readonly webhookId: string
  readonly made: MadeKeys
  readonly users: readonly DemoUser[]
}

function actionsOf({
  past,
  by,
  startMs,
  webhookId,
  made,
  users,
}: Scene): readonly ScheduledAction[] {
  const { appliance } = past
  const signal = new AbortController().signal
  const healthy = { id: webhookId, environment: 'live' } as const
  let failingId = ''
  const midnight = startMs - (startMs % dayMs)
  const on = (day: number, hour: number, run: ScheduledAction['run']): ScheduledAction => ({
    at: midnight + day * dayMs + hour * hourMs,
    run,
  })
  const signedIn = (mailbox: string) => () => signInAs(past, users, mailbox)
  return [
    on(1, 8.4, signedIn('developer')),
    on(1, 8.6, () => sendTest(appliance, by('developer'), { ...healthy, signal })),
    on(4, 9.1, signedIn('administrator')),
    on(4, 9.3, () =>
      rotateKey(appliance, by('administrator'), { id: made.core.id, graceMs: 7 * dayMs }),
    ),
    on(6, 10.2, () => revokeKey(appliance, by('administrator'), made.agency.id)),
    on(8, 8.9, signedIn('auditor')),
    on(9, 14.5, () =>
      rotateSecret(appliance, by('developer'), {
        ...healthy,
        activatesInMs: dayMs,
        replacesPending: false,
      }),
    ),
    on(12, 9.2, signedIn('reviewer')),
    on(12, 9.3, signedIn('reviewer2')),
    on(12, 9.4, signedIn('lead')),
    // From here on one receiver rejects every delivery.
    on(12, 9.6, async () => {
      const url = `${past.receiver.url}/status/503`
      failingId = await register(past, by('developer'), { url, description: 'Customer letters' })
    }),
    {
      at: startMs + fortnightMs - 40 * minuteMs,
      run: () => replayFailed(past, by('developer'), failingId),
    },
  ]
}

/** Signs in like any user; the session has expired by the end of the fortnight. */
async function signInAs(
  { appliance }: PastAppliance,
  users: readonly DemoUser[],
  mailbox: string,
): Promise<void> {
  const user = users.find(({ email }) => email.startsWith(`${mailbox}@`))
  if (user?.password === undefined) return
  const { email, password } = user
  const requestOrigin = {
    clientAddress: officeAddress,
    network: officeAddress,
    area: officeAddress,
    browser: 'Invented browser',
    requestId: '',
  }
  await signIn(appliance, requestOrigin, { email, password })
}

async function replayFailed(
  { appliance }: PastAppliance,
  by: AuditOrigin,
  webhookId: string,
): Promise<void> {
  const page = { limit: 2, after: undefined }
  const filter = { state: 'failed' } as const
  const [failed, another] = await listDeliveries(appliance.db.reader, webhookId, filter, page)
  // At least one stays failed, as an example in the demo.
  if (failed === undefined || another === undefined) return
  await replayDelivery(appliance, by, { webhookId, deliveryId: failed.id })
}
