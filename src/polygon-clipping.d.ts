// The package exports one object; its own types name only what is in it.
declare module 'polygon-clipping' {
  const polygonClipping: { union: typeof union };
  // oxlint-disable-next-line no-restricted-exports -- the package has no other export
  export default polygonClipping;
}
