// Runs checks one after another. A check that throws is a finding of its own.

import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { appliesTo, type DoctorCheckName, doctorChecks } from './check-names.ts'
import { accessChecks } from './checks/access-checks.ts'
import { auditChecks } from './checks/audit-checks.ts'
import { backupChecks } from './checks/backup-checks.ts'
import { chainChecks } from './checks/chain-checks.ts'
import { clockChecks } from './checks/clock-checks.ts'
import { configChecks } from './checks/config-checks.ts'
import { databaseChecks } from './checks/database-checks.ts'
import { diskChecks } from './checks/disk-checks.ts'
import { documentReaderChecks } from './checks/document-reader-checks.ts'
import { egressChecks } from './checks/egress-checks.ts'
import { faceModelChecks } from './checks/face-model-checks.ts'
import { hostChecks } from './checks/host-checks.ts'
import { imageDecoderChecks } from './checks/image-decoder-checks.ts'
import { keyChecks } from './checks/key-checks.ts'
import { postgresChecks } from './checks/postgres-checks.ts'
import { proxyChecks } from './checks/proxy-checks.ts'
import { queueChecks } from './checks/queue-checks.ts'
import { serverChecks } from './checks/server-checks.ts'
import { serviceChecks } from './checks/service-checks.ts'
import { tlsChecks } from './checks/tls-checks.ts'
import { type CheckRunner, type DoctorScene, engineOf } from './doctor-scene.ts'
import { type DoctorOutcome, type DoctorResult, failed } from './outcome.ts'

export const checkRunners: Readonly<Record<DoctorCheckName, CheckRunner>> = {
  ...hostChecks,
  ...diskChecks,
  ...clockChecks,
  ...serverChecks,
  ...configChecks,
  ...proxyChecks,
  ...tlsChecks,
  ...chainChecks,
  ...databaseChecks,
  ...postgresChecks,
  ...keyChecks,
  ...backupChecks,
  ...auditChecks,
  ...queueChecks,
  ...serviceChecks,
  ...imageDecoderChecks,
  ...documentReaderChecks,
  ...faceModelChecks,
  ...egressChecks,
  ...accessChecks,
}

interface RunInput {
  readonly names: ReadonlySet<DoctorCheckName>
  /** Called before each check with the number of checks made so far and of all that are made. */
  readonly onCheck?: (name: DoctorCheckName, done: number, total: number) => void
  readonly signal?: AbortSignal
  /** Replaces runners, for tests. */
  readonly runners?: Readonly<Record<DoctorCheckName, CheckRunner>>
}

/** In the order of the list. @throws the reason of `signal` once that aborts */
export async function runChecks(
  scene: DoctorScene,
  { names, onCheck, signal, runners = checkRunners }: RunInput,
): Promise<readonly DoctorResult[]> {
  const results: DoctorResult[] = []
  const engine = engineOf(scene)
  const checks = doctorChecks.filter(
    ({ name }) => names.has(name) && (engine === undefined || appliesTo(name, engine)),
  )
  for (const { name, group } of checks) {
    signal?.throwIfAborted()
    onCheck?.(name, results.length, checks.length)
    // Most read from the database without waiting: without this, all of them together would hold up a server's
    // requests.
    await turnOfTheLoop()
    results.push({ name, group, ...(await outcomeOf(runners[name], scene)) })
  }
  return results
}

/** Only the kind of the error is shown: its message may quote stored values. */
async function outcomeOf({ run }: CheckRunner, scene: DoctorScene): Promise<DoctorOutcome> {
  try {
    return await run(scene)
  } catch (error) {
    return failed('crashed', { values: { error: kindOf(error) } })
  }
}

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code: unknown = Reflect.get(error, 'code')
  return typeof code === 'string' ? `${error.name} ${code}` : error.name
}
