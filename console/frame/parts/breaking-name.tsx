// A name or value of code, an address or a path, which breaks only between its parts where a narrow window has no room
// for it.

import { Fragment } from 'react'
import { partsOfName } from './name-parts.ts'

export function BreakingName({ name }: { readonly name: string }) {
  return partsOfName(name).map((part, index) => (
    <Fragment key={`part-${index.toString()}`}>
      {part}
      <wbr />
    </Fragment>
  ))
}
