// Judges an uploaded zip. Nobody waits for the verdict: like Smile ID, the simulator takes the upload
// first and tells what was wrong with it in the job's result (reference 7.7).

import type { Job, OutcomeName, PictureRole, StatedIdentity } from './job.ts'
import { type AnnouncedPicture, type Manifest, readManifest } from './manifest.ts'
import { readZipContents, type ZipContents } from './zip-contents.ts'

export interface ZipFindings {
  /** Why the job ends before any checking: 0903, 2203 or 0001; absent for a sound zip. */
  readonly fault?: OutcomeName
  readonly identity: StatedIdentity
  /** Usable pictures, each role once. */
  readonly pictures: readonly PictureRole[]
}

/** @param zipDescriptor An open file that holds the zip; the caller closes it. */
export async function checkZip(
  job: Pick<Job, 'jobType' | 'useEnrolledImage'>,
  zipDescriptor: number,
): Promise<ZipFindings> {
  const contents = await readZipContents(zipDescriptor)
  if (contents === undefined) return { fault: 'zip_corrupt', identity: {}, pictures: [] }
  const manifest =
    contents.manifestText === undefined
      ? undefined
      : readManifest(contents.manifestText, job.jobType)
  if (manifest === undefined) return { fault: 'package_malformed', identity: {}, pictures: [] }
  if (refersToRepeatedName(manifest, contents)) {
    return { fault: 'zip_corrupt', identity: manifest.identity, pictures: [] }
  }
  return judgePictures(job, manifest, contents)
}

function refersToRepeatedName(manifest: Manifest, contents: ZipContents): boolean {
  const names = ['info.json', ...manifest.pictures.flatMap(fileNameOf)]
  return names.some((name) => contents.repeatedNames.has(name))
}

function fileNameOf(picture: AnnouncedPicture): readonly string[] {
  return picture.carrier.kind === 'file' ? [picture.carrier.fileName] : []
}

function judgePictures(
  job: Pick<Job, 'jobType' | 'useEnrolledImage'>,
  manifest: Manifest,
  contents: ZipContents,
): ZipFindings {
  const sent = manifest.pictures.filter((picture) => picture.carrier.kind !== 'none')
  const usable = new Set(sent.filter((p) => isUsable(p, contents)).map((p) => p.role))
  const unusable = new Set(sent.filter((p) => !isUsable(p, contents)).map((p) => p.role))
  const missing = rolesNeeded(job, manifest).filter((role) => !usable.has(role))
  const faulty = new Set<PictureRole>([...unusable, ...missing])
  const found = { identity: manifest.identity, pictures: [...usable] }
  if (faulty.has('front') || faulty.has('back')) return { ...found, fault: 'front_unusable' }
  if (faulty.size > 0) return { ...found, fault: 'selfie_unusable' }
  return found
}

/** Reference 4.1: who needs a selfie and who a document. */
function rolesNeeded(
  job: Pick<Job, 'jobType' | 'useEnrolledImage'>,
  manifest: Manifest,
): readonly PictureRole[] {
  const isDocumentJob = job.jobType === 6 || job.jobType === 11
  if (isDocumentJob) return job.useEnrolledImage ? ['front'] : ['front', 'selfie']
  if (job.jobType === 1 && !manifest.entered) return ['front', 'selfie']
  return ['selfie']
}

function isUsable(picture: AnnouncedPicture, contents: ZipContents): boolean {
  const { carrier } = picture
  if (carrier.kind === 'none') return false
  if (carrier.kind === 'file') {
    const head = contents.heads.get(carrier.fileName)
    return head !== undefined && looksLikePicture(head)
  }
  if (!/^[A-Za-z0-9+/\r\n]+={0,2}$/.test(carrier.text)) return false
  return looksLikePicture(Buffer.from(carrier.text.slice(0, 64), 'base64'))
}

const pictureMagics = [
  Buffer.from([0xff, 0xd8, 0xff]),
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
]

function looksLikePicture(head: Buffer): boolean {
  return pictureMagics.some((magic) => head.subarray(0, magic.length).equals(magic))
}
