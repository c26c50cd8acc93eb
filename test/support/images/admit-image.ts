import { type Admission, AdmissionCheck } from '../../../server/images/admission/admit-image.ts'

/** Checks an image that is in memory as the server checks one that arrives. */
export function admitImage(bytes: Buffer): Admission {
  const check = new AdmissionCheck()
  check.take(bytes)
  return check.finish()
}
