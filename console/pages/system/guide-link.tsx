// A link to a page of the guide, for users who may open it.

import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { useMay } from '../../api/session.ts'

interface GuideLinkProps {
  /** Topic, or topic and heading: `operating/backup`. */
  readonly place: string
  readonly label: string
}

export function GuideLink({ place, label }: GuideLinkProps) {
  const may = useMay()
  if (!may('developer.read')) return null
  return (
    <Anchor component={Link} to={{ pathname: '/developer', hash: `guide/${place}` }} size="sm">
      {label}
    </Anchor>
  )
}
