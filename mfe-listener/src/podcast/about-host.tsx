import type { Podcast } from '@griot/contracts/catalog/podcasts'
import { Card } from '@griot/ui/card'
import { Portrait } from '@griot/ui/portrait'
import { LongText } from '../long-text.tsx'
import { useHostProfile } from './api.ts'

const linkTo = (service: 'twitter' | 'instagram', handle: string) =>
  handle.startsWith('https://')
    ? handle
    : `https://${service === 'twitter' ? 'x.com' : 'www.instagram.com'}/${handle.replace(/^@/, '')}`

export function AboutHost({ podcast }: { podcast: Podcast }) {
  const profile = useHostProfile(podcast.hostId)
  const links = profile && [
    { label: 'Twitter', href: profile.socialLinks.twitter && linkTo('twitter', profile.socialLinks.twitter) },
    { label: 'Instagram', href: profile.socialLinks.instagram && linkTo('instagram', profile.socialLinks.instagram) },
    { label: 'Website', href: profile.socialLinks.website },
  ]

  return (
    <Card>
      <h2 className="listener:text-xl">About the Host</h2>
      <div className="listener:mt-3 listener:flex listener:items-center listener:gap-3">
        <Portrait name={podcast.hostName} src={podcast.hostImage} />
        <p className="listener:min-w-0 listener:font-semibold listener:wrap-anywhere">{podcast.hostName}</p>
      </div>
      <LongText
        text={profile?.bio ?? `${podcast.hostName} hosts ${podcast.title}.`}
        about={podcast.hostName}
        className="listener:mt-3 listener:text-muted"
      />
      {links && (
        <ul className="listener:mt-3 listener:flex listener:flex-wrap listener:gap-4 listener:empty:hidden">
          {links.map(
            ({ label, href }) =>
              href && (
                <li key={label}>
                  <a href={href} target="_blank" rel="noreferrer" className="listener:font-semibold listener:underline">
                    {label}
                  </a>
                </li>
              ),
          )}
        </ul>
      )}
    </Card>
  )
}
