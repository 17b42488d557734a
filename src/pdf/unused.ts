// Stands in for html2canvas, canvg and dompurify, which jspdf loads only to draw HTML and SVG. This app does neither.
export {};
