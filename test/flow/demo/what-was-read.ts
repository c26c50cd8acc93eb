// What the simulated provider read on a document, as its answer says it.

import { z } from 'zod'
import type { PrintedDocument } from '../../../server/demo/smile-id-simulator/job.ts'

export function whatWasRead(answer: unknown): PrintedDocument | undefined {
  const read = z
    .object({
      FirstName: z.string(),
      LastName: z.string(),
      Gender: z.enum(['F', 'M']),
      IDNumber: z.string(),
      DOB: z.iso.date(),
      IssuanceDate: z.iso.date(),
      ExpirationDate: z.iso.date(),
    })
    .safeParse(answer).data
  return (
    read && {
      firstName: read.FirstName,
      lastName: read.LastName,
      gender: read.Gender,
      idNumber: read.IDNumber,
      dateOfBirth: read.DOB,
      issuedOn: read.IssuanceDate,
      expiresOn: read.ExpirationDate,
    }
  )
}
