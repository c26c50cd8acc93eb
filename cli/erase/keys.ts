// `svc erase keys`: shows the public keys that verify certificates of erasure, to be published apart from the
// installation.

import type { Command } from 'commander'
import { inTransaction } from '../../server/db/transaction.ts'
import { ensureCertificateKey, fingerprintOf, pemOf } from '../../server/erasure/certificate.ts'
import {
  type CertificateKey,
  listCertificateKeys,
} from '../../server/erasure/certificate-key-view.ts'
import { toIso } from '../../server/kernel/clock.ts'
import type { CommandContext } from '../context.ts'
import { examples } from '../root-command.ts'
import { day } from '../text/instant-text.ts'
import { renderTable, type TableColumn } from '../text/table.ts'
import { writeOut } from '../write-out.ts'

interface Options {
  readonly out?: string
  readonly create?: boolean
}

export function define(command: Command, context: CommandContext): void {
  command
    .option('--out <file>', 'write the public keys, PEM, newest first')
    .option('--create', 'make the key now; otherwise the first certificate does')
    .addHelpText('before', examples('svc erase keys --create', 'svc erase keys --out keys.pem'))
    .addHelpText(
      'after',
      '\nPublish the fingerprint where it outlives the installation: with the data\nprotection officer, the auditor, on paper. svc erase verify FILE --key FILE then\nneeds nothing else.\n',
    )
    .action((options: Options) => show(context, options))
}

async function show({ io, session }: CommandContext, { out, create }: Options): Promise<void> {
  const appliance = await session.appliance()
  if (create) await inTransaction(appliance.db, (trx) => ensureCertificateKey(appliance, trx))
  const keys = await listCertificateKeys(appliance.db.reader)
  if (out !== undefined) {
    await writeOut(io, out, async (write) => {
      for (const { publicKey } of keys) await write(pemOf(publicKey))
    })
  }
  io.show({ items: keys.map(keyJson) }, () => renderTable(io.out, columns, keys))
  if (!io.isJson && keys.length === 0) io.say('There is none yet. Make it with --create.')
}

function keyJson({ id, publicKey, createdAt }: CertificateKey) {
  const fingerprint = fingerprintOf(publicKey)
  return { id, created_at: toIso(createdAt), fingerprint, pem: pemOf(publicKey) }
}

const columns: readonly TableColumn<CertificateKey>[] = [
  { title: 'SINCE', cell: ({ createdAt }) => day(createdAt) },
  {
    title: 'FINGERPRINT (SHA-256 of the public key)',
    cell: ({ publicKey }) => fingerprintOf(publicKey),
  },
]
