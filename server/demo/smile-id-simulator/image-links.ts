// The links to a job's pictures that results carry (reference 5.1): in shape like the real ones, but they
// lead nowhere, because the simulator keeps no picture.

import type { Job } from './job.ts'

const linkNames = {
  selfie: 'selfie_image',
  front: 'id_card_image',
  back: 'id_card_back',
} as const

/** One link for each picture that came, below `origin`. */
export function imageLinks(origin: string, job: Job): Readonly<Record<string, string>> {
  const links = (job.processing?.pictures ?? []).flatMap((role) =>
    role === 'liveness'
      ? []
      : [[linkNames[role], `${origin}/pictures/${job.smileJobId}/${role}.jpg`]],
  )
  return Object.fromEntries(links)
}
