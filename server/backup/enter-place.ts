// Makes sure that a place of backups belongs to this installation, and to this copy of it, before anything is written
// there. A new place gets its marker; the place of an earlier copy is taken over once an operator has said so.

import { type AuditOrigin, fromSystem } from '../audit/audit.ts'
import { type AuditNeeds, recordAudit } from '../audit/record-audit.ts'
import { type Db, inTransaction, type Reader } from '../db/transaction.ts'
import { toIso } from '../kernel/clock.ts'
import { BackupError } from './backup-error.ts'
import { backupOfFile } from './backup-format.ts'
import { hasBackupAt } from './backup-run-store.ts'
import type { BackupTarget } from './places/backup-target.ts'
import { readMarker, refusal, writeMarker } from './places/marked-place.ts'
import {
  judgePlace,
  markerOf,
  type PlaceMarker,
  type PlaceRefusal,
  type PlaceUser,
  type PlaceVerdict,
} from './places/place-marker.ts'
import { forgetPlaceAsked, readPlaceUser } from './restored-copy-store.ts'
import { surveyInThread } from './survey-in-thread.ts'

type EnterNeeds = AuditNeeds & { readonly db: Db }

interface EnterOrder {
  readonly by?: AuditOrigin
  /** Makes a missing folder. */
  readonly makesPlace?: boolean
  /** Marks a place that has lost its marker; `makesPlace` does so too. */
  readonly marksPlace?: boolean
  /** Replaces the marker of another copy of this installation. */
  readonly takesPlace?: boolean
}

/**
 * Returns who writes at the place from now on.
 * @throws BackupError `place_missing`, `place_unmarked`, `other_copy`, `other_installation`, and what the target throws
 */
export async function enterPlace(
  needs: EnterNeeds,
  target: BackupTarget,
  {
    by = fromSystem,
    makesPlace = false,
    marksPlace = makesPlace,
    takesPlace = false,
  }: EnterOrder = {},
): Promise<PlaceUser> {
  if (makesPlace) await target.make()
  const judged = judge(needs.db.reader, target, { marksPlace, takesPlace })
  const { verdict, user } = await judged.catch(adviseToMake)
  if (verdict !== 'ours') await writeMarker(target, markerOf(user, toIso(needs.clock.now())))
  if (verdict === 'take' || user.takesPlace) {
    await inTransaction(needs.db, async (trx) => {
      await forgetPlaceAsked(trx)
      if (verdict === 'take') await recordAudit(needs, trx, { by, action: 'backup.place_taken' })
    })
  }
  return user
}

function adviseToMake(error: unknown): never {
  if (!(error instanceof BackupError) || error.reason !== 'place_missing') throw error
  const advice = 'For a new place: svc backup create --make-place'
  throw new BackupError('place_missing', `${error.message} ${advice}`)
}

/** The same without writing anything: whether a backup could be written to the place now. */
export async function assertPlace(db: Reader, target: BackupTarget): Promise<void> {
  await judge(db, target, {})
}

interface Judged {
  readonly verdict: Exclude<PlaceVerdict, PlaceRefusal>
  readonly user: PlaceUser
}

async function judge(
  db: Reader,
  target: BackupTarget,
  { marksPlace = false, takesPlace = false }: Pick<EnterOrder, 'marksPlace' | 'takesPlace'>,
): Promise<Judged> {
  // A missing folder is told here, before its marker is missed.
  await target.list('')
  const known = await readPlaceUser(db)
  const user = { ...known, takesPlace: known.takesPlace || takesPlace }
  const marker = await readMarker(target)
  const verdict = judgePlace(await lookAt(db, target, { marker, user }), user, marksPlace)
  if (isRefusal(verdict)) throw refusal(verdict, target, marker, user)
  return { verdict, user }
}

/** Lists the backups only where there is no marker to go by. */
async function lookAt(
  db: Reader,
  target: BackupTarget,
  {
    marker,
    user,
  }: { readonly marker: PlaceMarker | 'unreadable' | undefined; readonly user: PlaceUser },
): Promise<Parameters<typeof judgePlace>[0]> {
  if (typeof marker === 'object') return { marker, backups: 'none', isKnown: true }
  return {
    marker,
    backups: await ownersAt(target, user),
    isKnown: await hasBackupAt(db, target.label),
  }
}

async function ownersAt(
  target: BackupTarget,
  { instanceId }: PlaceUser,
): Promise<'none' | 'ours' | 'others'> {
  const files = await target.list('')
  if (!files.some(({ name }) => backupOfFile(name) !== undefined)) return 'none'
  return (await surveyInThread({ place: target.place, instanceId, rules: undefined })).owners
}

function isRefusal(verdict: PlaceVerdict): verdict is PlaceRefusal {
  return verdict !== 'ours' && verdict !== 'mark' && verdict !== 'take'
}
