// `svc crypto status`: lists every key with its age and when it is due for replacement.

import type { Command } from 'commander'
import { isRotatable } from '../../server/crypto/purpose-key.ts'
import { neededMasterKeys } from '../../server/data-keys/known-master-keys.ts'
import { isoOrNull, toIso } from '../../server/kernel/clock.ts'
import type {
  InventoryKey,
  KeyLife,
} from '../../server/operations/encryption-keys/inventory-key.ts'
import {
  type KeptCopy,
  listKeptCopies,
} from '../../server/operations/encryption-keys/kept-copies.ts'
import { lifeMonths } from '../../server/operations/encryption-keys/key-inventory.ts'
import type { KeyRotation } from '../../server/operations/encryption-keys/key-rotation.ts'
import {
  type EncryptionState,
  readEncryptionState,
} from '../../server/operations/encryption-keys/read-encryption-state.ts'
import { readKeyInventory } from '../../server/operations/encryption-keys/read-key-inventory.ts'
import type { CommandContext } from '../context.ts'
import { exitStatus } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { examples } from '../root-command.ts'
import { day } from '../text/instant-text.ts'
import { renderFacts, renderTable, type TableColumn } from '../text/table.ts'

export function define(command: Command, context: CommandContext): void {
  command
    .addHelpText('before', examples('svc crypto status', 'svc crypto status --json'))
    .addHelpText(
      'after',
      `\nNo key and no secret is shown. Without a terminal the lines have at most 80\ncharacters; --json has every column. Recommended lives: the master key\n${lifeMonths.master_key} months, the secret of a webhook ${lifeMonths.webhook_secret} (svc webhooks rotate-secret),\ncertificates until they expire. Exit status ${exitStatus.problemsFound}: one is overdue, or a certificate\ncannot be read.\n`,
    )
    .action(() => show(context))
}

async function show({ io, session, finish }: CommandContext): Promise<void> {
  const appliance = await session.appliance()
  const keys = await readKeyInventory(appliance)
  const state = await readEncryptionState(appliance)
  const copies = await listKeptCopies(appliance.config.dataDir)
  const bad = keys.filter(({ state }) => state !== 'good')
  io.show(
    {
      well: bad.length === 0,
      master_key: masterKeyJson(state),
      older_master_keys: olderKeys(state).map(({ fingerprint, replacedAt }) => ({
        fingerprint,
        needed_for_backups_before: isoOrNull(replacedAt),
      })),
      rotations: state.rotations.map(rotationJson),
      kept_copies: copies.map(keptCopyJson),
      keys: keys.map(keyJson),
    },
    () => toText(io, state, { keys, copies }),
  )
  if (bad.length > 0) finish(exitStatus.problemsFound)
}

function masterKeyJson({ master, source, file, unfinished }: EncryptionState) {
  return {
    fingerprint: master.fingerprint,
    file: file ?? null,
    source,
    used_since: isoOrNull(master.usedSince),
    escrow_confirmed_at: isoOrNull(master.escrowConfirmedAt),
    rotation: unfinished === undefined ? 'none' : 'unfinished',
  }
}

function keptCopyJson({ file, madeAt, masterKeyId }: KeptCopy) {
  return { file, made_at: toIso(madeAt), master_key: masterKeyId ?? null }
}

function rotationJson(rotation: KeyRotation) {
  return {
    purpose: rotation.purpose,
    key_id: rotation.keyId,
    started_at: toIso(rotation.startedAt),
    moved_at: toIso(rotation.movedAt),
    rows_read: rotation.rowsRead,
    rows_changed: rotation.rowsChanged,
    rows_failed: rotation.rowsFailed,
    state: rotationState(rotation),
    reencrypted_at: isoOrNull(rotation.reencryptedAt),
    old_key_kept_until: isoOrNull(rotation.finishedAt ?? rotation.lastPassFrom),
  }
}

function rotationState({ finishedAt, reencryptedAt }: KeyRotation) {
  if (finishedAt !== undefined) return 'finished'
  return reencryptedAt === undefined ? 'running' : 'old_key_kept'
}

function olderKeys({ known }: EncryptionState) {
  // Nobody can know every backup, so each replaced key is listed.
  return neededMasterKeys(known, undefined).filter(({ replacedAt }) => replacedAt !== undefined)
}

function keyJson(key: InventoryKey) {
  return {
    name: key.name,
    subject: key.subject ?? null,
    purpose: key.purpose,
    algorithm: key.algorithm,
    bits: key.bits ?? null,
    count: key.count,
    oldest_at: isoOrNull(key.oldestAt),
    newest_at: isoOrNull(key.newestAt),
    life: key.life.kind,
    life_months: key.life.kind === 'months' ? key.life.months : null,
    due_at: isoOrNull(key.dueAt),
    state: key.state,
  }
}

function toText(
  { out: sink, hint }: Pick<Io, 'out' | 'hint'>,
  state: EncryptionState,
  {
    keys,
    copies,
  }: { readonly keys: readonly InventoryKey[]; readonly copies: readonly KeptCopy[] },
): string {
  const bad = keys.filter(({ state }) => state !== 'good')
  const verdict =
    bad.length === 0
      ? sink.style('green', 'No key is overdue.')
      : bad.map((key) => sink.style('red', problemText(key))).join('\n')
  const { master, source, unfinished } = state
  const escrow =
    master.escrowConfirmedAt === undefined
      ? hint('not confirmed: svc crypto split 3 of 5, then svc crypto escrow confirm')
      : `confirmed ${day(master.escrowConfirmedAt)}`
  const width = sink.width ?? widthOfText
  const lines: readonly (readonly [string, string])[] = [
    ['Master key', `${master.fingerprint} since ${day(master.usedSince)}`],
    ['Comes from', source],
    ['Escrow', escrow],
    ...olderKeys(state).map(({ fingerprint, replacedAt }): [string, string] => [
      'Older master key',
      `${fingerprint}, needed for backups made before ${isoOrNull(replacedAt)}`,
    ]),
    ...state.rotations.map((one): [string, string] => ['Rotation', rotationText(one)]),
    ...copies.map((copy): [string, string] => ['Kept copy', copyText(copy)]),
    ...(unfinished === undefined ? [] : [['Unfinished', hint(unfinished)] as [string, string]]),
  ]
  const facts = renderFacts(sink, lines, width)
  return `${renderTable(sink, columns, keys, width)}${facts}${verdict}\n${hint(overdueAdvice(bad))}`
}

/** Columns without a terminal: what a letter, a ticket or a pager shows whole. */
const widthOfText = 80

function copyText({ file, masterKeyId }: KeptCopy): string {
  return masterKeyId === undefined ? `${file} cannot be read` : `${file} opens with ${masterKeyId}`
}

function overdueAdvice(bad: readonly InventoryKey[]): string {
  const isMaster = bad.some(({ life }) => life.kind === 'master_key')
  const isData = bad.some(({ name }) => isRotatable(name))
  const master = isMaster || bad.some(({ name }) => name === 'master_key')
  return [
    ...(master ? ['Change the master key: svc crypto rotate-master\n'] : []),
    ...(isData ? ['Replace the data keys: svc crypto rotate-data\n'] : []),
  ].join('')
}

function rotationText(rotation: KeyRotation): string {
  const { purpose, keyId, rowsRead, rowsChanged, movedAt, lastPassFrom, finishedAt } = rotation
  const rows = `${rowsRead} rows read, ${rowsChanged} re-encrypted`
  const head = `${purpose} to ${keyId}: ${rows}`
  switch (rotationState(rotation)) {
    case 'finished':
      return `${head}; finished ${day(finishedAt)}, the old key is destroyed`
    case 'old_key_kept':
      return `${head}; the old key is destroyed after ${isoOrNull(lastPassFrom)}`
    case 'running':
      return purpose === 'mac_api_key'
        ? `${head}; ends with the last API key made before`
        : `${head}; last step at ${toIso(movedAt)}, the server continues`
  }
}

function problemText({ name, subject, dueAt, state }: InventoryKey): string {
  const which = subject === undefined ? name : `${name} ${subject}`
  return state === 'unreadable' ? `${which} cannot be read.` : `${which} was due ${day(dueAt)}.`
}

const columns: readonly TableColumn<InventoryKey>[] = [
  { title: 'KEY', cell: ({ name }) => name },
  { title: 'COUNT', cell: ({ count }) => String(count) },
  { title: 'SINCE', cell: ({ oldestAt }) => day(oldestAt) },
  { title: 'NEWEST', cell: ({ newestAt }) => day(newestAt), isExtra: true },
  { title: 'DUE', cell: ({ dueAt }) => day(dueAt) },
  { title: 'LIVES', cell: ({ life }) => lifeText(life), isExtra: true },
  { title: 'ALGORITHM', cell: ({ algorithm }) => algorithm, isExtra: true },
  { title: 'BITS', cell: ({ bits }) => String(bits ?? '-'), isExtra: true },
  { title: 'OF', cell: ({ subject }) => subject ?? '-', isExtra: true },
  { title: 'FOR', cell: ({ purpose }) => purpose, isExtra: true },
]

function lifeText(life: KeyLife): string {
  switch (life.kind) {
    case 'months':
      return `${life.months} months`
    case 'expiry':
      return 'until it expires'
    case 'verification':
      return 'as its verification'
    case 'master_key':
      return 'as the master key'
    case 'rotation':
      return 'until no row needs it'
    case 'owner':
      return 'set by its owner'
  }
}
