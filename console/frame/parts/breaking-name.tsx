// A name of code that breaks only behind its dots and underscores where a narrow window has no room for it.

import { Fragment } from 'react'

export function BreakingName({ name }: { readonly name: string }) {
  return name.split(/(?<=[._])/).map((part) => (
    <Fragment key={part}>
      {part}
      <wbr />
    </Fragment>
  ))
}
