// The links to a job's images in results (reference 5.1): they look like the real ones but lead
// nowhere, because the simulator keeps no image.

import type { SimulatedJob } from './job.ts'

const linkNames = {
  selfie: 'selfie_image',
  front: 'id_card_image',
  back: 'id_card_back',
} as const

/** Returns one link below `origin` for each image of the zip. */
export function imageLinks(origin: string, job: SimulatedJob): Readonly<Record<string, string>> {
  const links = (job.processing?.images ?? []).flatMap((role) =>
    role === 'liveness'
      ? []
      : [[linkNames[role], `${origin}/pictures/${job.smileJobId}/${role}.jpg`]],
  )
  return Object.fromEntries(links)
}
