/** What signed-in people see first, loaded at once. */
export { SectionScreen } from './section-screen.tsx';
export { Shell } from './shell.tsx';
