// Package outline holds outlines to be filled: shapes made of straight lines and curves, and the
// letters of the fonts. It knows no colours and no boards. A path becomes pixels by a rasterizer
// (Path.Trace) or text by Path.SVG. Start reading at Path.
package outline
