/** The first view of signed-in people, loaded at once. */
export { SectionScreen } from './section-screen.tsx';
export { Shell } from './shell.tsx';
