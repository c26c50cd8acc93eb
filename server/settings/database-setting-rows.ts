// The settings of a PostgreSQL database in place of the data folder's SQLite file. Rows of the table of settings.

import { databaseUrl } from './setting-database.ts'
import { path, readableFile } from './setting-files.ts'
import { wholeNumber } from './setting-kinds.ts'
import { optional, row } from './setting-row.ts'

export const databaseSettings = {
  'secrets.databaseUrl': optional('SVC_DATABASE_URL', databaseUrl, {
    otherwise: 'none, so the database is the SQLite file svc.db in SVC_DATA_DIR',
    help: 'PostgreSQL database (15 to 18) to use: postgres://user:password@host:port/database. Beyond this machine TLS is required and the certificate checked (sslmode=verify-full) unless the URL says otherwise.',
  }),
  'secrets.databaseOwnerUrl': optional('SVC_DATABASE_OWNER_URL', databaseUrl, {
    otherwise: 'SVC_DATABASE_URL',
    help: 'The same database as the role that owns the tables. Only svc init and svc migrate use it, so the server needs no right to change tables.',
  }),
  'database.caFile': optional('SVC_DATABASE_CA_FILE', readableFile, {
    otherwise: 'the public ones',
    help: 'Certificate authorities, PEM, to trust for PostgreSQL in place of the public ones.',
  }),
  imagesDir: optional('SVC_IMAGES_DIR', path, {
    otherwise: 'images in SVC_DATA_DIR',
    help: 'Folder of the encrypted images that all nodes share, such as an NFS mount; for PostgreSQL. It must hold an empty file .svc-images, which shows that it is mounted.',
  }),
  'database.connectionsMax': row('SVC_DATABASE_POOL', wholeNumber(2, 500), {
    default: '16',
    unit: 'connections',
    help: 'Connections of this process to PostgreSQL, half of them for writing; two more serve long queries.',
  }),
}
