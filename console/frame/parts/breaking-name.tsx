// A name or value of code that breaks only behind its dots, underscores and commas where a narrow window has no room
// for it.

import { Fragment } from 'react'

export function BreakingName({ name }: { readonly name: string }) {
  return name.split(/(?<=[._,])/).map((part, index) => (
    <Fragment key={`part-${index.toString()}`}>
      {part}
      <wbr />
    </Fragment>
  ))
}
