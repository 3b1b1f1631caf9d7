package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strconv"
	"strings"
)

// fault is a change of one place of a file.
type fault struct {
	kind     kind
	file     string
	line     int
	from, to int    // the bytes that are replaced
	text     string // what a reader sees in their place
	switched string // the replacement: the fault if switched on, else the original; %d is the fault's number
}

// overlaps reports whether two faults change the same bytes.
func (f fault) overlaps(other fault) bool {
	return f.file == other.file && f.from <= other.to && other.from <= f.to
}

// kind is a kind of fault.
type kind string

const (
	negated   kind = "negated condition"
	offByOne  kind = "off by one"
	swapped   kind = "swapped comparison"
	constant  kind = "wrong constant"
	noError   kind = "dropped error"
	noAction  kind = "dropped statement"
	returning kind = "early return"
)

var kinds = []kind{negated, offByOne, swapped, constant, noError, noAction, returning}

// opposite and shifted are the operators that a fault puts in the place of others.
var (
	opposite = map[token.Token]token.Token{
		token.LSS: token.GTR, token.GTR: token.LSS, token.LEQ: token.GEQ, token.GEQ: token.LEQ,
		token.EQL: token.NEQ, token.NEQ: token.EQL, token.LAND: token.LOR, token.LOR: token.LAND,
	}
	shifted = map[token.Token]token.Token{
		token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
	}
)

// finder collects the faults that a file can have.
type finder struct {
	file   string
	source []byte
	set    *token.FileSet
	types  map[string]string
	found  []fault
}

// find lists the faults that a file can have. Types are those of expressions, see [typesOf].
func find(file string, types map[string]string) ([]fault, error) {
	source, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	f := finder{file: file, source: source, set: token.NewFileSet(), types: types}
	tree, err := parser.ParseFile(f.set, file, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for _, d := range tree.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil {
			continue
		}
		f.inspect(fn.Body, fn.Type)
	}
	return f.found, nil
}

// inspect collects the faults of a function's body, and of the functions in it.
func (f *finder) inspect(body *ast.BlockStmt, signature *ast.FuncType) {
	zeros := f.zeros(signature)
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			f.inspect(n.Body, n.Type)
			return false
		case *ast.GenDecl: // a constant can't be switched
			return n.Tok != token.CONST
		case *ast.ArrayType: // the length of an array can't be switched either
			return false
		case *ast.BlockStmt:
			f.statements(n.List, zeros)
		case *ast.CaseClause:
			f.statements(n.Body, zeros)
		case *ast.IfStmt:
			f.condition(n)
		case *ast.BinaryExpr:
			f.operator(n)
		case *ast.BasicLit:
			f.literal(n)
		case *ast.Ident:
			switch n.Name {
			case "true":
				f.add(constant, n, "false", "(fault_(%d) != true)")
			case "false":
				f.add(constant, n, "true", "(fault_(%d) != false)")
			}
		}
		return true
	})
}

// zeros returns the zero values of a function's results, as a list.
func (f *finder) zeros(signature *ast.FuncType) string {
	var list []string
	if signature.Results != nil {
		for _, field := range signature.Results.List {
			for range max(1, len(field.Names)) {
				list = append(list, "*new("+f.text(field.Type)+")")
			}
		}
	}
	return strings.Join(list, ", ")
}

// statements collects the faults that leave a statement out, or all that follow it.
func (f *finder) statements(list []ast.Stmt, zeros string) {
	for _, s := range list {
		text := f.text(s)
		switch s := s.(type) {
		case *ast.AssignStmt:
			if s.Tok != token.DEFINE {
				f.add(noAction, s, "if false { "+text+" }", "if !fault_(%d) { "+verbatim(text)+" }")
			}
		case *ast.ExprStmt, *ast.IncDecStmt, *ast.DeferStmt:
			f.add(noAction, s, "if false { "+text+" }", "if !fault_(%d) { "+verbatim(text)+" }")
		}
		switch s.(type) {
		case *ast.ReturnStmt:
		case *ast.CaseClause, *ast.CommClause: // a return before a clause would belong to the clause above
		default:
			at := f.set.Position(s.Pos())
			f.found = append(f.found, fault{
				returning, f.file, at.Line, at.Offset, at.Offset, "if true { return " + zeros + " }; ",
				"if fault_(%d) { return " + zeros + " }; ",
			})
		}
	}
}

// condition collects the faults of an if: the opposite condition, and an error that is not seen.
func (f *finder) condition(n *ast.IfStmt) {
	f.add(negated, n.Cond, "!("+f.text(n.Cond)+")", "(fault_(%d) != ("+verbatim(f.text(n.Cond))+"))")
	if b, ok := n.Cond.(*ast.BinaryExpr); ok && b.Op == token.NEQ && f.text(b.X) == "err" && f.text(b.Y) == "nil" {
		f.add(noError, n.Cond, "false && err != nil", "!fault_(%d) && err != nil")
	}
}

// operator collects the faults of a comparison, and of one more or less.
func (f *finder) operator(n *ast.BinaryExpr) {
	compare := func(k kind, op token.Token) {
		text := f.text(n.X) + " " + op.String() + " " + f.text(n.Y)
		f.add(k, n, text, fmt.Sprintf("faultOr_(%%d, func() bool { return %s }, func() bool { return %s })",
			verbatim(text), verbatim(f.text(n))))
	}
	if op, ok := opposite[n.Op]; ok {
		compare(swapped, op)
	}
	if op, ok := shifted[n.Op]; ok {
		compare(offByOne, op)
	}
	if (n.Op == token.ADD || n.Op == token.SUB) && f.text(n.Y) == "1" {
		f.value(offByOne, n, f.text(n.X))
	}
}

// literal collects another number in the place of a number.
func (f *finder) literal(n *ast.BasicLit) {
	switch n.Kind {
	case token.INT:
		if i, err := strconv.ParseInt(n.Value, 0, 64); err == nil {
			f.value(constant, n, strconv.FormatInt(i+1, 10))
		}
	case token.FLOAT:
		f.value(constant, n, "("+n.Value+"*2)")
	}
}

// value adds a fault that replaces a value by another one of its type.
func (f *finder) value(k kind, n ast.Expr, text string) {
	if t := f.types[f.set.Position(n.Pos()).String()+"/"+f.text(n)]; t != "" {
		f.add(k, n, text, "faultOf_["+t+"](%d, "+verbatim(text)+", "+verbatim(f.text(n))+")")
	}
}

// verbatim returns text that stays as it is where %d becomes a number.
func verbatim(text string) string { return strings.ReplaceAll(text, "%", "%%") }

func (f *finder) text(n ast.Node) string {
	return string(f.source[f.set.Position(n.Pos()).Offset:f.set.Position(n.End()).Offset])
}

func (f *finder) add(k kind, n ast.Node, text, switched string) {
	at := f.set.Position(n.Pos())
	f.found = append(f.found, fault{k, f.file, at.Line, at.Offset, f.set.Position(n.End()).Offset, text, switched})
}
