// Modules read, linked with each other and with the models of runtime/, and made ready for the lowering: what
// runtime/intrinsics.h promises about the module holds afterwards. Everything belongs to the context.
#ifndef FRONT_LLVM_LLVM_LINK_H
#define FRONT_LLVM_LLVM_LINK_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"
#include "base/vec.h"

// Choices of the models, constants of the module: see runtime/intrinsics.h.
typedef struct llvm_setting {
  const char *name;  // "malloc_may_fail"
  bool value;
} llvm_setting;
typedef VEC(llvm_setting) llvm_settings;

// Bitcode or LLVM assembly, told apart by the contents. NULL: errors in d.
LLVMModuleRef llvm_read_path(LLVMContextRef context, const char *path, diags *d);
LLVMModuleRef llvm_read_bytes(LLVMContextRef context, const char *bytes, size_t len, const char *name, diags *d);
LLVMModuleRef llvm_read_fd(LLVMContextRef context, int fd, const char *name, diags *d);
// Moves all of `from` into `into`; false: a symbol has two definitions or the like, errors in d.
bool llvm_link(LLVMModuleRef into, LLVMModuleRef from, const char *name, diags *d);
// llvm_archive.c: of archives of bitcode the members that the program needs; `each` sees them before.
typedef void llvm_each_module(LLVMModuleRef m, void *arg);
bool llvm_link_archives(LLVMModuleRef program, const char *const *paths, size_t n, llvm_each_module *each, void *arg,
                        diags *d);
// llvm_spec.c: nothing of a specification is seen by the program, and nothing is shared, but the functions that a driver calls. False:
// it uses something of the program, errors in d.
bool llvm_set_apart(LLVMModuleRef spec, LLVMModuleRef program, const char *file, diags *d);
// llvm_undefined.c: constant expressions without a value are refused where they are used.
void llvm_refuse_undefined(LLVMModuleRef m);
void llvm_refuse_before(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef instruction,
                        const char *what);  // a run that comes there is UNKNOWN
// llvm_coroutines.c: functions of their own instead of coroutines, if there are any.
bool llvm_split_coroutines(LLVMModuleRef m, const char *name, diags *d);
// llvm_jumps.c: setjmp becomes a place where calls land. False: nobody jumps, or it cannot be done here.
bool llvm_place_jumps(LLVMModuleRef m, LLVMBuilderRef b);
// llvm_labels.c: computed jumps become switches.
void llvm_replace_computed_jumps(LLVMModuleRef m, LLVMBuilderRef b);
void llvm_spread_computed_jumps(LLVMBuilderRef b, LLVMValueRef f);
// llvm_special.c: what the names of error functions and atomic functions mean stands in their bodies.
void llvm_give_meaning(LLVMModuleRef m, LLVMBuilderRef b);
// llvm_freedom.c: what standards leave open and headers do not is asked of the models; what they require is, if misuse counts.
void llvm_add_freedom(LLVMModuleRef m, LLVMBuilderRef b, bool glibc, bool spurious, bool misuse);
#define LLVM_EQUAL_IDS "_ZSteqNSt6thread2idES0_"  // of std::thread
// llvm_pure.c: pure virtual functions have the parameters that they are called with.
void llvm_fill_pure(LLVMModuleRef m, LLVMBuilderRef b);
// llvm_headers.c: the locks of std::atomic<std::shared_ptr> order what they protect.
void llvm_order_locks(LLVMModuleRef m);
// Models that the lowering calls: the one that tells whether a clause takes an exception, and what runs when the program has ended; the
// latter does nothing unless somebody uses one of the handlers.
#define LLVM_CATCHES "__allways_catches"
#define LLVM_AT_EXIT "__allways_at_exit"
extern const char *const llvm_exit_handlers[];
// Marks of functions that the lowering asks for.
#define LLVM_MARK_MODEL "allways-model"  // not the program's
#define LLVM_MARK_ERROR "allways-error"  // an error function
void llvm_mark(LLVMValueRef f, const char *mark);
bool llvm_has_mark(LLVMValueRef f, const char *mark);
// llvm_results.c: some function that may be a thread's ends without a result.
bool llvm_results_may_miss(LLVMModuleRef m);
// llvm_scopes.c: what clang does not mark ends with its block.
void llvm_end_scopes(LLVMModuleRef m);
// llvm_temporaries.c: structs without a name end with their expressions. After llvm_end_scopes.
void llvm_end_temporaries(LLVMModuleRef m);
LLVMValueRef llvm_declared_variable(LLVMValueRef call);  // of llvm.dbg.declare, if it has its place in the entry block
bool llvm_has_life_marks(LLVMValueRef variable);         // of clang's
// llvm_classes.c: of which class objects are that new-expressions make.
void llvm_note_classes(LLVMModuleRef m);
bool llvm_makes_one(LLVMValueRef instruction);  // a call of operator new, not of new[]
void llvm_put_behind(LLVMBuilderRef b, LLVMValueRef instruction);
LLVMValueRef llvm_operand_of(LLVMValueRef node, unsigned index);  // of a node of metadata; NULL: it has none
// llvm_mutable.c: a source, read again when another file is asked for; which members are `mutable` by its text.
typedef struct llvm_source {
  const char *name;
  char *text;
  bool library;
} llvm_source;
bool llvm_read_source(llvm_source *s, LLVMMetadataRef file);
void llvm_drop_source(llvm_source *s);
const char *llvm_line_of(const char *text, unsigned line);  // NULL: there are fewer
bool llvm_is_of_word(char ch);
bool llvm_may_be_mutable(llvm_source *s, LLVMMetadataRef file, unsigned line);
bool llvm_is_result(LLVMValueRef alloca);  // a variable that is returned stands where other results do, too
// llvm_seals.c: what becomes a constant behind its constructor.
void llvm_seal_constants(LLVMModuleRef m);
enum {
  LLVM_SEAL_OBJECT,
  LLVM_SEAL_MEMBER
};  // what __allways_seal is told: members only where memory is not used for other classes
// llvm_constants.c: constant objects of classes, and the writes that may initialise them, have marks (metadata).
void llvm_note_constants(LLVMModuleRef m);
#define LLVM_MARK_CONST "allways.const"
#define LLVM_MARK_INIT "allways.init"
#define LLVM_MARK_FOREIGN "allways.foreign"  // of a module: parts of it have no marks
// llvm_again.c: writes that may make an object where another one is have marks.
void llvm_note_made_again(LLVMModuleRef m);
bool llvm_is_of_cxx(LLVMValueRef function);  // one with a body
#define LLVM_MARK_AGAIN "allways.again"
#define LLVM_MARK_CXX "allways.cxx"        // of a module: a file is in C++
#define LLVM_MARK_SHARES "allways.shares"  // of a module: a union, or a class that holds one of several
#define LLVM_MARK_PLACES "allways.places"  // of a module: an expression makes an object at a place
#define LLVM_MARK_SHORT "allways.short"    // of a module: calls inside of the library are gone (llvm_shorten_library)
// llvm_synonyms.c: functions with two names have one.
void llvm_replace_synonyms(LLVMModuleRef m);
// llvm_uses.c: what the program uses, before the models are linked.
void llvm_find_uses(LLVMModuleRef m, bool deadlocks, llvm_settings *out);
bool llvm_mentions(LLVMModuleRef m, const char *const *names);  // some function of the list, which ends with NULL
bool llvm_has_sc_main(LLVMModuleRef m);
// llvm_begin.c: each module of the program gets a number before they are linked; then the order in which they initialise variables is open.
void llvm_note_file(LLVMModuleRef m, unsigned number);
void llvm_order_files(LLVMModuleRef m, LLVMBuilderRef b);
// llvm_ends.c: functions with the attribute `destructor` are called by one function, when the program ends.
bool llvm_has_global_ends(LLVMModuleRef m);
void llvm_end_globals(LLVMModuleRef m, LLVMBuilderRef b);
// llvm_optimised.c: passes have run over this LLVM code.
bool llvm_is_optimised(LLVMModuleRef m);
// llvm_files.c: the table of files that models read, empty if none may be read.
void llvm_add_files(LLVMModuleRef m, bool readable);
// llvm_library.c: functions of the SystemC headers in place of their calls, for one long run.
bool llvm_shorten_library(LLVMModuleRef m, diags *d);
// Adds the models that the program needs and prepares the whole.
bool llvm_add_models(LLVMModuleRef m, const llvm_setting *settings, size_t n, diags *d);

#endif
