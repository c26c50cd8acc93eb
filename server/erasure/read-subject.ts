// Gathers everything that is held of one person: the verifications that share the document number, each decrypted with
// its images, score, review notes, deliveries and accesses.

import type { Appliance } from '../appliance.ts'
import { listAuditEntries } from '../audit/audit-view.ts'
import { tryOpenDataKey } from '../data-keys/open-data-key.ts'
import type { StoredImage } from '../images/image.ts'
import { openImagesOf } from '../images/storage/open-images.ts'
import { toIso } from '../kernel/clock.ts'
import type { MrzDocument } from '../mrz/parse-mrz.ts'
import { readHistory } from '../reviews/review-view.ts'
import { openNotes } from '../reviews/review-work.ts'
import { bandOf } from '../scoring/bands.ts'
import { scoreOf } from '../scoring/score.ts'
import type { FaceComparison } from '../verifications/face/face-comparison.ts'
import { openEncryptedColumns } from '../verifications/open-verification.ts'
import { submittedJson } from '../verifications/submission/submitted-fields.ts'
import type { Verification } from '../verifications/verification.ts'
import { findVerification } from '../verifications/verification-view.ts'
import type { FoundZone } from '../verifications/zone/zone-reading.ts'
import { listSameNumber } from './subject-view.ts'

export type SubjectNeeds = Pick<Appliance, 'db' | 'keyring' | 'files'>

/** One verification of the person, as JSON, and its images. */
interface SubjectPart {
  readonly json: SubjectVerificationJson
  readonly images: readonly SubjectImage[]
}

interface SubjectImage {
  /** File name without folder. */
  readonly name: string
  readonly bytes: Buffer
}

const accessesMax = 1000

/** Resolves in order of submission. @throws Error if the id is unknown */
export async function readSubject(
  needs: SubjectNeeds,
  verificationId: string,
): Promise<readonly SubjectPart[]> {
  const ids = await listSameNumber(needs.db.reader, verificationId)
  const parts: SubjectPart[] = []
  for (const id of ids) {
    const verification = await findVerification(needs.db.reader, id)
    if (verification === undefined) throw new Error('the verification to export does not exist')
    parts.push(await readPart(needs, verification))
  }
  return parts
}

async function readPart(needs: SubjectNeeds, verification: Verification): Promise<SubjectPart> {
  const { id } = verification
  const dataKey = await tryOpenDataKey(needs, needs.db.reader, id)
  const opened = dataKey === undefined ? [] : await openImagesOf(needs, id, dataKey)
  const images = opened.map(({ image, bytes }) => ({ name: nameOf(image), bytes }))
  return { json: await jsonOf(needs, verification, images), images }
}

async function jsonOf(
  needs: SubjectNeeds,
  verification: Verification,
  images: readonly SubjectImage[],
) {
  const { id, environment, status, reasons, checks } = verification
  const columns = await openEncryptedColumns(needs, id)
  const score = scoreOf(verification.scoring)
  return {
    id,
    environment,
    ...submittedJson(verification),
    status,
    reasons,
    checks,
    submitted_at: toIso(verification.createdAt),
    completed_at: verification.completedAt === undefined ? null : toIso(verification.completedAt),
    /** null once erased. */
    claims: columns?.claims ?? null,
    /** What the identity provider read on the document, unchanged. */
    provider_answer: columns?.answer ?? null,
    /** What it said beside or after that, oldest first; the sender of a `callback` is not proven. */
    later_provider_answers: (columns?.late?.results ?? []).map(
      ({ source, receivedAt, answer }) => ({
        at: toIso(receivedAt),
        source,
        answer,
      }),
    ),
    /** What the bank's own system read in the document's machine-readable zone; null where it read none. */
    document_zone: zoneOf(columns?.zone?.found),
    /** What the bank's own face model said of portrait and selfie; null where it compared none. */
    face_comparison: faceAdviceOf(columns?.faces),
    score:
      score === undefined
        ? null
        : {
            score: score.score,
            band: bandOf(score.score).band,
            confidence: score.confidence,
            model_version: score.modelVersion,
            features_used: score.featuresUsed,
            /** Their values, as the scoring engine got them; null for a synthetic score. */
            features: score.features?.values ?? null,
            flags: score.flags,
            computed_at: toIso(score.computedAt),
          },
    images: images.map(({ name }) => name),
    review_notes: await notesOf(needs, id),
    accesses: await accessesOf(needs, id),
  }
}

export type SubjectVerificationJson = Awaited<ReturnType<typeof jsonOf>>

function zoneOf(found: FoundZone | undefined) {
  if (found === undefined) return null
  const { side, corners, lines, document, confidence } = found
  return {
    side,
    corners: {
      top_left: corners.topLeft,
      top_right: corners.topRight,
      bottom_right: corners.bottomRight,
      bottom_left: corners.bottomLeft,
    },
    lines,
    document: document === undefined ? null : documentOf(document),
    confidence,
  }
}

function documentOf(document: MrzDocument) {
  return {
    format: document.format,
    document_code: document.documentCode,
    issuing_state: document.issuingState,
    document_number: document.documentNumber,
    nationality: document.nationality ?? null,
    birth_date: document.birthDate ?? null,
    sex: document.sex,
    expiry_date: document.expiryDate ?? null,
    surname: document.surname,
    given_names: document.givenNames,
    optional_fields: document.optionalFields,
    checks: document.checks,
  }
}

function faceAdviceOf(faces: FaceComparison | undefined) {
  if (faces?.outcome !== 'compared') return null
  const { similarity, threshold, model, falseMatch } = faces.advice
  return { similarity, threshold, model, false_match: falseMatch }
}

async function notesOf(needs: SubjectNeeds, id: string) {
  const history = await readHistory(needs.db.reader, id)
  if (history === undefined) return []
  const notes = await openNotes(needs, id, history.entries)
  return history.entries.flatMap(({ id: entryId, at }) => {
    const note = notes.get(entryId)
    return note === undefined ? [] : [{ at: toIso(at), note }]
  })
}

/** Who saw or changed it, without the names of the bank's staff. */
async function accessesOf({ db }: SubjectNeeds, id: string) {
  const page = { limit: accessesMax, after: undefined }
  const entries = await listAuditEntries(db.reader, { subjectId: id }, page)
  return entries.map(({ at, action, actor }) => ({ at: toIso(at), action, by: actor.kind }))
}

function nameOf({ verificationId, role, facts }: StoredImage): string {
  return `${verificationId}-${role}.${facts.format === 'png' ? 'png' : 'jpg'}`
}
