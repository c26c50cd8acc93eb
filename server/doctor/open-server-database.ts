// Opens a PostgreSQL database for the checks of the command line: reads only, and says why where it cannot be used.

import type { LoadedSettings } from '../config.ts'
import { findInstance } from '../db/instance.ts'
import { databaseAddressOf } from '../db/postgres/database-address.ts'
import { openPostgres } from '../db/postgres/open-postgres.ts'
import { readSchemaFacts, readServerFacts } from '../db/postgres/server-facts.ts'
import { tryDatabase } from '../db/postgres/try-database.ts'
import type { Clock } from '../kernel/clock.ts'
import type { ApplianceStatus } from '../operations/status/status-policy.ts'
import { readStatus } from '../operations/status/status-view.ts'
import type { DoctorScene } from './doctor-scene.ts'
import { openKeys } from './open-keys.ts'

type ServerParts = Pick<
  DoctorScene,
  | 'database'
  | 'databaseFault'
  | 'databaseTrial'
  | 'server'
  | 'serverReader'
  | 'db'
  | 'status'
  | 'databaseKeyId'
  | 'masterKey'
  | 'keyring'
>

interface OpenedServer {
  readonly scene: ServerParts
  close(): Promise<void>
}

const none = { database: undefined, databaseFault: undefined, databaseKeyId: undefined }

export async function openServerDatabase(
  loaded: Pick<LoadedSettings, 'config' | 'secrets'>,
  clock: Clock,
): Promise<OpenedServer> {
  const { config, secrets } = loaded
  const address = databaseAddressOf(secrets.databaseUrl ?? '')
  const { caFile } = config.database
  const databaseTrial = await tryDatabase({ address, caFile, role: 'user' })
  const noTables = { ...none, databaseTrial, db: undefined, status: undefined }
  if (!databaseTrial.isReadable) {
    const keys = await openKeys(config, undefined, clock.now())
    return { scene: { ...noTables, ...keys }, close: async () => {} }
  }
  const { reader, longReader, close } = openPostgres({ address, caFile, connectionsMax: 2 })
  const server = await readServerFacts(reader, clock)
  const { fits } = await readSchemaFacts(reader)
  const databaseKeyId = fits ? (await findInstance(reader))?.masterKeyId : undefined
  const keyPlace = databaseKeyId === undefined ? undefined : { reader, expected: databaseKeyId }
  const keys = await openKeys(config, keyPlace, clock.now())
  let reading: Promise<ApplianceStatus> | undefined
  const status = () => {
    reading ??= readStatus(reader, clock.now())
    return reading
  }
  const tables = { db: { reader, longReader }, status, databaseKeyId }
  return {
    scene: { ...noTables, server, serverReader: reader, ...(fits && tables), ...keys },
    close,
  }
}
