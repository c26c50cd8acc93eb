// The commands about stored data, keys and releases: a part of the command tree (program.ts).

import { type Leaf, leaf } from './command-leaf.ts'

export const crypto: readonly Leaf[] = [
  leaf('status', 'List keys, their age and due date', () => import('./crypto/status.ts')),
  leaf('verify', 'Decrypt a sample of what is stored', () => import('./crypto/verify.ts')),
  leaf(
    'rotate-master',
    'Change the master key; the server goes on',
    () => import('./crypto/rotate-master.ts'),
  ),
  leaf(
    'rotate-data',
    'New data keys; re-encrypt in the background',
    () => import('./crypto/rotate-keys.ts'),
  ),
  leaf('split', 'Print the master key in shares for escrow', () => import('./crypto/split.ts')),
  leaf('combine', 'Make the master key from shares', () => import('./crypto/combine.ts')),
  leaf('escrow', 'Confirm that the key is in escrow', () => import('./crypto/escrow.ts')),
]

export const retention: readonly Leaf[] = [
  leaf(
    'show',
    'Show floors in law, own periods and what is due',
    () => import('./retention/show.ts'),
  ),
  leaf('explain', 'Say why a verification is kept', () => import('./retention/explain.ts')),
  leaf('end', 'Record the end of a relationship', () => import('./retention/end.ts')),
  leaf('run', 'Erase what is due', () => import('./retention/run.ts')),
]

export const erase: readonly Leaf[] = [
  leaf('list', 'List erasures', () => import('./erase/list.ts')),
  leaf(
    'certificate',
    'Write the certificate of an erasure',
    () => import('./erase/certificate.ts'),
  ),
  leaf('verify', 'Check a certificate of erasure', () => import('./erase/verify.ts')),
  leaf('keys', 'Show the keys that verify certificates', () => import('./erase/keys.ts')),
]

export const hold: readonly Leaf[] = [
  leaf('set', 'Forbid the erasure of a verification', () => import('./hold/set.ts')),
  leaf('release', 'Release a legal hold', () => import('./hold/release.ts')),
  leaf('list', 'List legal holds', () => import('./hold/list.ts')),
]

export const exportLeaves: readonly Leaf[] = [
  leaf('subject', 'Export all data of a person', () => import('./export/subject.ts')),
  leaf('list', 'List exports and what became of them', () => import('./export/list.ts')),
  leaf(
    'handed-over',
    'Record to whom an export was given',
    () => import('./export/handed-over.ts'),
  ),
  leaf('deleted', 'Record that its folder is deleted', () => import('./export/deleted.ts')),
]

export const upgrade: readonly Leaf[] = [
  leaf('check', 'Check a bundle; tell what it would do', () => import('./upgrade/check.ts')),
  leaf('apply', 'Change over, or back if that fails', () => import('./upgrade/apply.ts')),
  leaf('status', 'Show releases and upgrades so far', () => import('./upgrade/status.ts')),
  leaf('trial', 'Open the data without serving', () => import('./upgrade/trial.ts')),
]

export const backup: readonly Leaf[] = [
  leaf('create', 'Make a backup now', () => import('./backup/create.ts')),
  leaf('list', 'List the backups', () => import('./backup/list.ts')),
  leaf('verify', 'Check a backup; --deep restores it', () => import('./backup/verify.ts')),
  leaf('prune', 'Remove backups by the keep rules', () => import('./backup/prune.ts')),
  leaf('adopt', 'Let this copy make the backups from now on', () => import('./backup/adopt.ts')),
]
