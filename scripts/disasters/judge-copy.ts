// Judges a data folder after a disaster and a fresh server on it: nothing acknowledged is lost, and everything agrees.

import { type Appliance, databaseFile } from '../../server/appliance.ts'
import { hasLostEntries } from '../../server/audit/head-mark.ts'
import { loadConfig } from '../../server/config.ts'
import { openDataKey } from '../../server/data-keys/open-data-key.ts'
import { openConnection } from '../../server/db/sqlite/connection.ts'
import { imageBinding } from '../../server/images/storage/image-binding.ts'
import { listImages } from '../../server/images/storage/image-store.ts'
import { verifyAudit } from '../../server/operations/audit-check/verify-audit.ts'
import { recountUsage } from '../../server/usage/recount-usage.ts'
import { findVerification } from '../../server/verifications/verification-view.ts'
import { insideAppliance, twoDaysLater } from '../bench/inside-appliance.ts'
import type { Acknowledged } from './busy-clients.ts'
import { findLeftOverFiles } from './left-over-files.ts'

/** What the server owed the world at the instant of the disaster. */
export interface Owed {
  readonly acknowledged: readonly Acknowledged[]
  /** Ids of events that a receiver had seen. */
  readonly eventIds: readonly string[]
}

/** Returns one line for each thing that is wrong; the server of the folder has stopped. */
export async function judgeCopy(
  env: Readonly<Record<string, string>>,
  owed: Owed,
): Promise<readonly string[]> {
  const file = databaseFile(loadConfig({ profile: 'appliance', env }).config)
  const waiting = findUnconfirmed(file)
  const ended = { ...owed, acknowledged: owed.acknowledged.filter(({ id }) => !waiting.has(id)) }
  const inDatabase = judgeDatabase(file, ended)
  const judge = async (appliance: Appliance) => [
    ...inDatabase,
    ...(await judgeAudit(appliance)),
    ...(await judgeVerifications(appliance, ended)),
    ...(await judgeWaiting(appliance, waiting)),
    ...(await findLeftOverFiles(appliance)).map((left) => `file ${left} is left over`),
    ...(await judgeUsage(appliance)),
  ]
  return insideAppliance(env, judge, twoDaysLater)
}

/**
 * Verifications whose upload the power cut interrupted before the provider knew of it. By design they are not sent
 * again for some minutes, since the provider may have been paid; the judge does not wait for that.
 */
function findUnconfirmed(file: string): ReadonlySet<string> {
  const connection = openConnection(file)
  try {
    const ids = connection
      .prepare(`select subject_id from jobs where finished_at is null and reason = ?`)
      .pluck()
      .all('upload_unconfirmed')
    return new Set(ids.map(String))
  } finally {
    connection.close()
  }
}

/** They are pending, with all that they need to go on. */
async function judgeWaiting(
  appliance: Appliance,
  waiting: ReadonlySet<string>,
): Promise<readonly string[]> {
  const wrong: string[] = []
  for (const id of waiting) {
    const verification = await findVerification(appliance.db.reader, id)
    const images = await listImages(appliance.db.reader, id)
    const dataKey = await openDataKey(appliance, appliance.db.reader, id)
    const isWhole = images.length === 2 && dataKey !== undefined
    if (verification?.status !== 'pending' || !isWhole) wrong.push(`${id} cannot go on`)
  }
  return wrong
}

function judgeDatabase(file: string, { acknowledged, eventIds }: Owed): readonly string[] {
  const connection = openConnection(file)
  const column = (query: string) => connection.prepare(query).pluck().all().map(String)
  try {
    const events = new Set(column('select id from events'))
    const metered = Map.groupBy(column('select verification_id from usage_events'), (id) => id)
    const silent = column(
      'select id from events where id not in (select event_id from webhook_deliveries)',
    )
    const unsent = column(`select id from webhook_deliveries where state <> 'delivered'`)
    const unended = column(
      `select kind || ' has not ended: ' || coalesce(reason, 'not begun') from jobs where finished_at is null and coalesce(reason, '') <> 'upload_unconfirmed'`,
    )
    return [
      ...column('pragma integrity_check').filter((line) => line !== 'ok'),
      ...eventIds.filter((id) => !events.has(id)).map((id) => `event ${id} was sent and is gone`),
      ...silent.map((id) => `event ${id} has no delivery`),
      ...unsent.map((id) => `delivery ${id} was not delivered`),
      ...unended.map((told) => `a job ${told}`),
      ...acknowledged
        .filter(({ id }) => metered.get(id)?.length !== 1)
        .map(({ id }) => `${id} was metered ${metered.get(id)?.length ?? 0} times`),
    ]
  } finally {
    connection.close()
  }
}

async function judgeAudit(appliance: Appliance): Promise<readonly string[]> {
  // A power cut takes nothing that was synced, so the mark of the newest head must not raise a false alarm.
  if (await hasLostEntries(appliance.config, appliance.db.reader)) return ['the mark was missed']
  const { isIntact, faults, rowFaults } = await verifyAudit(appliance)
  return isIntact ? [] : [`audit: ${JSON.stringify([...faults, ...rowFaults])}`]
}

async function judgeVerifications(
  appliance: Appliance,
  { acknowledged }: Owed,
): Promise<readonly string[]> {
  const { db, files } = appliance
  const wrong: string[] = []
  for (const { id, environment } of acknowledged) {
    const verification = await findVerification(db.reader, id)
    if (verification?.status !== 'approved')
      wrong.push(`${id} is ${verification?.status ?? 'lost'}`)
    const images = await listImages(db.reader, id)
    if (environment === 'live' && images.length !== 2)
      wrong.push(`${id} has ${images.length} images`)
    const dataKey = await openDataKey(appliance, db.reader, id)
    if (dataKey === undefined) wrong.push(`${id} has no data key`)
    else
      for (const { file, role } of images) {
        const read = files.read(file, dataKey, imageBinding(role))
        await read.catch(() => wrong.push(`image ${file} does not decrypt`))
      }
  }
  return wrong
}

async function judgeUsage(appliance: Appliance): Promise<readonly string[]> {
  const differences = await recountUsage(appliance, { from: 0 })
  return differences === 0 ? [] : [`${differences} usage counters differ from the events`]
}
