import { remoteConfig } from '@griot/mfe-preset/remote-config'

export default await remoteConfig('rewards')
