// `3 min ago`, and the instant itself on a press: for lists whose items have no page that shows it.

import { useShow } from '../../words/show.ts'
import { DisclosedText } from './disclosed-text.tsx'
import { Instant } from './instant.tsx'

export function DisclosedInstant({ at }: { readonly at: string }) {
  const show = useShow()
  return (
    <DisclosedText text={`${show.instant(at)} · ${show.utc(at)}`}>
      <Instant at={at} isRelative />
    </DisclosedText>
  )
}
