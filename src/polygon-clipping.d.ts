// The package exports one object; its own types name only what is in it.
declare module 'polygon-clipping' {
  const polygonClipping: { union: typeof union };
  export default polygonClipping;
}
